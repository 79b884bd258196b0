import { expect, it } from 'vitest';
import { HELD_MAX } from '@/lib/domain/reports/decide';
import { createReportHolds } from '@/lib/services/calls/report';

let nowMs = 0;
const holdsOf = (maxMs: number) =>
  createReportHolds({ maxMs, monotonicMs: () => nowMs, wait: async () => true });

it(`there is one place for a bot and ${HELD_MAX} together`, () => {
  const holds = holdsOf(2_000);
  const giveBack = Array.from({ length: HELD_MAX }, (_, i) => holds.take(`bot-${i}`));
  expect(giveBack).not.toContain(null);
  expect([holds.take('another'), holds.maxMs('another'), holds.count()]).toEqual([null, 0, HELD_MAX]);
  giveBack[0]?.();
  expect([holds.maxMs('another'), holds.maxMs('bot-1'), holds.take('bot-1')]).toEqual([2_000, 0, null]);
  expect(holds.take('another')).not.toBeNull();
});

it('after the announcement of a stop, holds end within 6 s of it', () => {
  const holds = holdsOf(5_000);
  nowMs = 100;
  holds.announceStop();
  const longest = [100, 1_100, 1_101, 6_099, 6_100, 7_000].map((atMs) => {
    nowMs = atMs;
    return holds.maxMs('bot');
  });
  expect(longest).toEqual([5_000, 5_000, 4_999, 1, 0, 0]);
});
