import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClientContext, createClients } from '../../support/clients';
import { figure, randomFrom, SEED } from '../../support/fault/campaign';
import { actionIds, actionRequest } from '../../support/server-action';
import { type Site, startSite } from '../../support/site';

/** Of each kind. At the parent of the change that this guards, 13.0 ms stood against 11.3 ms. */
const REQUESTS = 1_500;
const SHUFFLES = 2_000;
/** A chance of one in a thousand to fail without a cause. */
const LEAST_CHANCE = 0.001;

let site: Site;
let context: ClientContext;
beforeAll(async () => {
  site = await startSite();
  context = await createClients(site);
});
afterAll(() => site.stop());

const random = randomFrom(SEED);
const sendStats = actionIds().get('app/actions/send-stats.ts#sendStatsAction') ?? '';

async function timeOf(botId: string): Promise<number> {
  const fields = { botId, serverCount: '1', userCount: '2', shardCount: '1' };
  const headers = { ...context.headers['other owner'], origin: site.origin };
  const request = actionRequest(sendStats, fields, headers);
  const startedAt = performance.now();
  await (await fetch(`${site.origin}/account`, request)).arrayBuffer();
  return performance.now() - startedAt;
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/** How likely a difference of medians at least this large is when nothing tells the two apart. */
function chanceOf(one: readonly number[], other: readonly number[]): number {
  const seen = Math.abs(median(one) - median(other));
  const all = [...one, ...other];
  let larger = 0;
  for (let i = 0; i < SHUFFLES; i++) {
    for (let at = all.length - 1; at > 0; at--) {
      const from = random(at + 1);
      [all[at], all[from]] = [all[from] ?? 0, all[at] ?? 0];
    }
    if (Math.abs(median(all.slice(0, one.length)) - median(all.slice(one.length))) >= seen) larger++;
  }
  return (larger + 1) / (SHUFFLES + 1);
}

it('an unknown and another owner’s bot take the same time, as two unknown ones do', {
  timeout: 600_000,
}, async () => {
  const kinds = { foreign: context.botId, unknown: '1283746529999999999', control: '1283746529999999998' };
  const times: Record<string, number[]> = { foreign: [], unknown: [], control: [] };
  for (let i = 0; i < 100; i++) await timeOf(kinds.control);
  for (let i = 0; i < REQUESTS; i++) {
    // In a new order each round, so that none always follows the same other.
    const round = Object.entries(kinds).toSorted(() => random(2) - 0.5);
    for (const [kind, botId] of round) times[kind]?.push(await timeOf(botId));
  }
  const { foreign = [], unknown = [], control = [] } = times;
  const chance = chanceOf(foreign, unknown);
  const seen = [foreign, unknown, control].map((each) => `${median(each).toFixed(2)} ms`);
  figure(
    'Hostile input',
    `time of ${REQUESTS} denials of another owner's, an unknown and a second unknown bot`,
    `${seen.join(', ')}; chance of such a difference ${chance.toFixed(3)}, of the control's ${chanceOf(unknown, control).toFixed(3)}`,
  );
  expect(chance).toBeGreaterThan(LEAST_CHANCE);
});
