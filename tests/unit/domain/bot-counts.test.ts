import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countBot, DAYS_COUNTED, IDS_OF_STATE_MAX, noBots } from '@/lib/domain/bots/bot-counts';
import { BOT_STATES } from '@/lib/domain/bots/bot-state';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { anyReport } from '@/tests/support/data/accounts';

const TODAY = 20_000;
const bot = fc.record({
  botId: fc.string(),
  state: fc.constantFrom(...BOT_STATES),
  days: fc.uniqueArray(
    fc.record({
      ...{
        day: fc.integer({ min: TODAY - DAYS_COUNTED, max: TODAY + 1 }),
        calls: fc.nat(),
        rejected: fc.nat(),
      },
    }),
    { selector: ({ day }) => day },
  ),
  lastReport: fc.option(anyReport.map((report) => ({ ...report, atMs: 0 }))),
});

it('counts each bot once, with its last report, and the calls of the days up to today alone', () => {
  fc.assert(
    fc.property(fc.array(bot), (bots) => {
      const counts = bots.reduce((sum, one) => countBot(sum, one, one.state), noBots(TODAY * DAY_MS));
      const calls = (day: number) =>
        bots
          .flatMap(({ days }) => days.filter((one) => one.day === day))
          .reduce((sum, one) => sum + one.calls, 0);
      const last = Array.from({ length: DAYS_COUNTED }, (_, at) => TODAY - DAYS_COUNTED + 1 + at);
      expect(counts.days.map((day) => day.calls)).toEqual(last.map(calls));
      const reports = bots.flatMap(({ lastReport }) => lastReport ?? []);
      expect([counts.servers, counts.users, counts.withoutReport]).toEqual([
        reports.reduce((sum, { serverCount }) => sum + serverCount, 0),
        reports.reduce((sum, { userCount }) => sum + userCount, 0),
        bots.length - reports.length,
      ]);
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
    counts = countBot(counts, { botId: `${i}`, days: [], lastReport: null }, 'silent');
  expect([counts.states.silent.count, counts.states.silent.ids.length]).toEqual([
    IDS_OF_STATE_MAX + 1,
    IDS_OF_STATE_MAX,
  ]);
});
