import { expect, test } from 'vitest';
import { LongTimer, realHost, TIMER_MAX_MS } from '@/lib/client/host';
import { VirtualTime } from './virtual-time';

function setUp() {
  const time = new VirtualTime(10);
  const firedAtMs: number[] = [];
  const host = {
    ...realHost,
    nowMs: () => time.nowMs,
    setTimer: (call: () => void, delayMs: number) => time.setTimer(call, delayMs),
    clearTimer: (timer: unknown) => time.clearTimer(timer),
  };
  return { time, firedAtMs, timer: new LongTimer(host, () => firedAtMs.push(time.nowMs)) };
}

test.each([TIMER_MAX_MS - 1, TIMER_MAX_MS, TIMER_MAX_MS + 1, 100 * 86_400_000])(
  'a delay of %i ms fires once, at its time, with no timer beyond 2^31-1 ms',
  async (delayMs) => {
    const { time, firedAtMs, timer } = setUp();
    timer.set(10 + delayMs);
    await time.advance(delayMs - 1);
    expect(firedAtMs).toEqual([]);
    await time.advance(1);
    expect(firedAtMs).toEqual([10 + delayMs]);
    expect(time.longestMs).toBeLessThanOrEqual(TIMER_MAX_MS);
    expect(time.timers).toBe(0);
  },
);

test('a timer of the host that fires a millisecond early does not make it fire early', async () => {
  const { time, firedAtMs, timer } = setUp();
  timer.set(1_010.5);
  await time.advance(1_000);
  expect(firedAtMs).toEqual([]);
  await time.advance(1);
  expect(firedAtMs).toEqual([1_011]);
});

test('set replaces the previous time, and cancel stops the timer', async () => {
  const { time, firedAtMs, timer } = setUp();
  timer.set(50);
  timer.set(90);
  await time.advance(60);
  timer.cancel();
  await time.advance(60);
  expect(firedAtMs).toEqual([]);
});

test('the timers of a real process do not keep it alive', () => {
  const timer = realHost.setTimer(() => undefined, 1_000) as NodeJS.Timeout;
  expect(timer.hasRef()).toBe(false);
  realHost.clearTimer(timer);
});
