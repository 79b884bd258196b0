import { beforeEach, expect, it } from 'vitest';
import { badgeOperation, chartOperation, publicPageOperation } from '@/lib/api/operations/public';
import { OPERATOR } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { setPublic } from '@/lib/services/bots/publish';
import { PublicBots } from '@/lib/services/public/view';
import { BOT_ID, OTHER_BOT_ID } from '@/tests/support/data/accounts';
import { directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { addBotsAndPeople } from '@/tests/support/data/fixtures';
import { accepted } from '@/tests/support/result';

const UNKNOWN = '123456789012345678';

onEachDatabase('what anyone may see', () => {
  beforeEach(() => addBotsAndPeople(directory));

  /** What a request for each kind of picture and page of a bot reads and draws, by name, and its answer. */
  async function costOf(botId: string, elapsedMs = () => 0) {
    const costs: string[] = [];
    const counted: Ports['directory'] = {
      ...directory,
      read: (work) =>
        directory.read((tables, nowMs) => {
          const noted = Object.entries(tables).map(([name, table]) => [
            name,
            new Proxy(table, {
              get: (of, call) => {
                costs.push(`${name}.${String(call)}`);
                return Reflect.get(of, call);
              },
            }),
          ]);
          return work(Object.fromEntries(noted), nowMs);
        }),
      readHistory: (turn, work) => {
        costs.push('history');
        return directory.readHistory(turn, work);
      },
    };
    const publicBots = {
      bots: new PublicBots({ directory: counted }, elapsedMs),
      origin: null,
      pictures: {
        svg: (_key: string, _shown: object | null, draw: () => string) => {
          costs.push('svg');
          return draw();
        },
        png: async () => new Uint8Array(),
      },
    };
    const answers = [];
    for (const [operation, params] of [
      [badgeOperation, { badge: 'servers.svg' }],
      [badgeOperation, { badge: 'votes.json' }],
      [chartOperation, { chart: 'users.svg' }],
      [publicPageOperation, {}],
    ] as const) {
      if (!('handle' in operation)) throw new Error('It has no handler.');
      const answer = await operation.handle(
        { ...ports, publicBots } as never,
        { request: new Request('http://h/'), params: { botId, ...params }, query: '' } as never,
      );
      answers.push(answer);
    }
    return { costs, answers };
  }

  it('an unknown, a hidden and a disabled bot cost the same reads and drawings, and have the same answers', async () => {
    const unknown = await costOf(UNKNOWN);
    expect(await costOf(BOT_ID)).toEqual(unknown);
    accepted(await setPublic(ports, OPERATOR, BOT_ID, true));
    const shown = await costOf(BOT_ID);
    expect(shown.answers).not.toEqual(unknown.answers);
    expect(shown.costs.length).toBeGreaterThan(unknown.costs.length);
    await directory.write([], ({ bots }, nowMs) => bots.update(BOT_ID, { isDisabled: true }, nowMs));
    expect(await costOf(BOT_ID)).toEqual(unknown);
    // One look-up, remembered for all four.
    expect(unknown.costs).toEqual(['bots.findPublic', 'svg', 'svg']);
  });

  it('a bot that is hidden again is shown for at most a second, on each instance', async () => {
    accepted(await setPublic(ports, OPERATOR, OTHER_BOT_ID, true));
    let elapsedMs = 1;
    const instances = [0, 1].map(() => new PublicBots(ports, () => elapsedMs));
    const isShown = () =>
      Promise.all(instances.map(async (bots) => (await bots.find(OTHER_BOT_ID)) !== null));
    expect(await isShown()).toEqual([true, true]);
    accepted(await setPublic(ports, OPERATOR, OTHER_BOT_ID, false));
    elapsedMs += 999;
    expect(await isShown()).toEqual([true, true]);
    elapsedMs += 2;
    expect(await isShown()).toEqual([false, false]);
  });
});
