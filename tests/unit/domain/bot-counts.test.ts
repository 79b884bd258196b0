import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countBot, IDS_OF_STATE_MAX, noBots } from '@/lib/domain/bots/bot-counts';
import { BOT_STATES } from '@/lib/domain/bots/bot-state';
import { DAY_MS } from '@/lib/domain/quota/plan';

const TODAY = 20_000;
const bot = fc.record({
  botId: fc.string(),
  state: fc.constantFrom(...BOT_STATES),
  days: fc.uniqueArray(
    fc.record({ day: fc.integer({ min: TODAY - 3, max: TODAY + 1 }), calls: fc.nat(), rejected: fc.nat() }),
    { selector: ({ day }) => day },
  ),
});

it('counts each bot once, and the calls of today and yesterday alone', () => {
  fc.assert(
    fc.property(fc.array(bot), (bots) => {
      const counts = bots.reduce((sum, one) => countBot(sum, one, one.state), noBots(TODAY * DAY_MS));
      const calls = (day: number) =>
        bots
          .flatMap(({ days }) => days.filter((one) => one.day === day))
          .reduce((sum, one) => sum + one.calls, 0);
      expect([counts.today.calls, counts.yesterday.calls]).toEqual([calls(TODAY), calls(TODAY - 1)]);
      for (const state of BOT_STATES) {
        const ids = bots.filter((one) => one.state === state).map(({ botId }) => botId);
        expect(counts.states[state]).toEqual({ count: ids.length, ids });
      }
    }),
  );
});

it('keeps the ids of the first bots of a state', () => {
  let counts = noBots(0);
  for (let i = 0; i <= IDS_OF_STATE_MAX; i++)
    counts = countBot(counts, { botId: `${i}`, days: [] }, 'silent');
  expect([counts.states.silent.count, counts.states.silent.ids.length]).toEqual([
    IDS_OF_STATE_MAX + 1,
    IDS_OF_STATE_MAX,
  ]);
});
