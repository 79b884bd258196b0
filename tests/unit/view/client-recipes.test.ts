import { expect, test } from 'vitest';
import { JAVASCRIPT_RECIPES } from '@/lib/view/client-recipes';

/** What the bots of the recipes have, in the shape of their libraries. */
const GUILDS = [{ memberCount: 100 }, { memberCount: 73 }];
const guilds = Object.assign(new Map(GUILDS.entries()), {
  reduce: <T>(add: (sum: T, guild: (typeof GUILDS)[number]) => T, first: T) => GUILDS.reduce(add, first),
});
const BOT = {
  client: { ready: true, guilds, shards: { size: 1 }, once: (_: string, call: () => void) => call() },
  poster: { getServerCount: async () => 2, getUserCount: async () => 173 },
  isReady: () => false,
};

test.each([
  ['Eris', { serverCount: 2, userCount: 173, shardCount: 1 }],
  ['dbots', { serverCount: 2, userCount: 173 }],
  ['Any other library', null],
])('the recipe for %s starts the client with the totals of the bot', async (library, totals) => {
  const code = JAVASCRIPT_RECIPES.find((recipe) => recipe.library === library)?.code ?? '';
  const started: { collect(): unknown }[] = [];
  const run = new Function('botmeter', ...Object.keys(BOT), code);
  run({ start: (source: { collect(): unknown }) => started.push(source) }, ...Object.values(BOT));
  expect(await started[0]?.collect()).toEqual(totals);
});
