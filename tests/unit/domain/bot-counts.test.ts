import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseBotCounts } from '@/lib/contract/service-facts';
import {
  afterCounts,
  type BotGroup,
  countBot,
  countTimes,
  DAYS_COUNTED,
  growthBase,
  IDS_OF_GROUP_MAX,
  noBots,
} from '@/lib/domain/bots/bot-counts';
import { BOT_STATES } from '@/lib/domain/bots/bot-state';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { anyReport } from '@/tests/support/data/accounts';

const TODAY = 20_000;
const bot = fc.record({
  botId: fc.string(),
  state: fc.constantFrom(...BOT_STATES),
  days: fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: TODAY - DAYS_COUNTED, max: TODAY + 1 }),
      calls: fc.nat(),
      rejected: fc.nat(),
    }),
    { selector: ({ day }) => day },
  ),
  hasKey: fc.boolean(),
  lastReport: fc.option(anyReport.map((report) => ({ ...report, atMs: 0 }))),
});

it('counts each bot once, with its last report, and the calls of the days up to today alone', () => {
  fc.assert(
    fc.property(fc.array(bot), (bots) => {
      const counts = bots.reduce(
        (sum, one) => countBot(sum, one, one.state, one.hasKey),
        noBots(TODAY * DAY_MS),
      );
      const calls = (day: number) =>
        bots
          .flatMap(({ days }) => days.filter((one) => one.day === day))
          .reduce((sum, one) => sum + one.calls, 0);
      const last = Array.from({ length: DAYS_COUNTED }, (_, at) => TODAY - DAYS_COUNTED + 1 + at);
      expect(counts.days.map((day) => day.calls)).toEqual(last.map(calls));
      const reports = bots.flatMap(({ lastReport }) => lastReport ?? []);
      expect([counts.servers, counts.users]).toEqual([
        reports.reduce((sum, { serverCount }) => sum + serverCount, 0),
        reports.reduce((sum, { userCount }) => sum + userCount, 0),
      ]);
      const expectGroup = (name: BotGroup, belongs: (one: (typeof bots)[number]) => boolean) => {
        const ids = bots.filter(belongs).map(({ botId }) => botId);
        expect(counts.groups[name]).toEqual({ count: ids.length, ids });
      };
      for (const state of BOT_STATES) expectGroup(state, (one) => one.state === state);
      expectGroup('without-key', ({ hasKey }) => !hasKey);
      expectGroup('without-report', ({ lastReport }) => lastReport === null);
    }),
  );
});

it('keeps the slowest webhooks, whatever the order they are added in', () => {
  const time = fc.record({ webhookId: fc.string(), botId: fc.string(), meanMs: fc.nat() });
  fc.assert(
    fc.property(fc.array(fc.array(time)), (batches) => {
      const { slowWebhooks } = batches.reduce(countTimes, noBots(0));
      const all = batches.flat().map(({ meanMs }) => meanMs);
      expect(slowWebhooks.map(({ meanMs }) => meanMs)).toEqual(all.sort((a, b) => b - a).slice(0, 5));
    }),
  );
});

it('keeps the ids of the first bots of a group', () => {
  let counts = noBots(0);
  for (let i = 0; i <= IDS_OF_GROUP_MAX; i++)
    counts = countBot(counts, { botId: `${i}`, days: [], lastReport: null }, 'silent', true);
  expect([counts.groups.silent.count, counts.groups.silent.ids.length]).toEqual([
    IDS_OF_GROUP_MAX + 1,
    IDS_OF_GROUP_MAX,
  ]);
});

it('know the last count of each of the days before, and from which of them growth is counted', () => {
  const onDay = (day: number, servers: number) => ({ ...noBots(day * DAY_MS), servers });
  let counts = onDay(TODAY - 40, 1);
  for (const [day, servers] of [
    [TODAY - 39, 2],
    [TODAY - 7, 3],
    [TODAY - 7, 4],
    [TODAY - 1, 5],
    [TODAY, 6],
  ] as const) {
    expect(growthBase(onDay(day, 0))).toBeNull();
    counts = afterCounts(onDay(day, servers), counts);
  }
  expect(counts.past.map(({ day, servers }) => [day - TODAY, servers])).toEqual([
    [-7, 4],
    [-1, 5],
  ]);
  expect(growthBase(counts)?.servers).toBe(4);
  expect(growthBase(afterCounts(onDay(TODAY - 1, 5), onDay(TODAY - 3, 9)))?.servers).toBe(9);
});

it('are read although another version counted by fewer states, or by more', () => {
  const counts = noBots(TODAY * DAY_MS);
  const { planned: _, ...fewer } = counts.groups;
  const stored = { ...counts, groups: { ...fewer, dancing: { count: 1, ids: ['1'] } } };
  expect(parseBotCounts(stored)).toEqual(counts);
});
