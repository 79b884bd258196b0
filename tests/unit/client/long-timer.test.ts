import { expect, test } from 'vitest';
import { realHost } from '@/lib/client/host';
import { LongTimer, TIMER_MAX_MS } from '@/lib/client/long-timer';
import { VirtualTime } from './virtual-time';

function setUp() {
  const time = new VirtualTime(10);
  const rungAtMs: number[] = [];
  const host = {
    ...realHost,
    nowMs: () => time.nowMs,
    setTimer: (call: () => void, delayMs: number) => time.setTimer(call, delayMs),
    clearTimer: (timer: unknown) => time.clearTimer(timer),
  };
  return { time, rungAtMs, alarm: new LongTimer(host, () => rungAtMs.push(time.nowMs)) };
}

test.each([-1, 0, 1])(
  'a wait of 2^31-1%i ms rings once, at its time, with no timer beyond the range',
  async (more) => {
    const { time, rungAtMs, alarm } = setUp();
    const waitMs = TIMER_MAX_MS + more;
    alarm.set(10 + waitMs);
    await time.advance(waitMs - 1);
    expect(rungAtMs).toEqual([]);
    await time.advance(1);
    expect(rungAtMs).toEqual([10 + waitMs]);
    expect(time.longestMs).toBeLessThanOrEqual(TIMER_MAX_MS);
    expect(time.timers).toBe(0);
  },
);

test('a wait of 100 days is chained', async () => {
  const { time, rungAtMs, alarm } = setUp();
  alarm.set(10 + 100 * 86_400_000);
  await time.advance(101 * 86_400_000);
  expect(rungAtMs).toEqual([10 + 100 * 86_400_000]);
});

test('a timer that fires a millisecond early does not ring early', async () => {
  const { time, rungAtMs, alarm } = setUp();
  alarm.set(1_010.5);
  await time.advance(1_000);
  expect(rungAtMs).toEqual([]);
  await time.advance(1);
  expect(rungAtMs).toEqual([1_011]);
});

test('set again replaces, cancel ends', async () => {
  const { time, rungAtMs, alarm } = setUp();
  alarm.set(50);
  alarm.set(90);
  await time.advance(60);
  expect(rungAtMs).toEqual([]);
  alarm.cancel();
  await time.advance(60);
  expect(rungAtMs).toEqual([]);
});

test('the timers of a real process do not keep it alive', () => {
  const timer = realHost.setTimer(() => undefined, 1_000) as NodeJS.Timeout;
  expect(timer.hasRef()).toBe(false);
  realHost.clearTimer(timer);
});
