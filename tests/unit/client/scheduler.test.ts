import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BotmeterError } from '@/lib/client/error';
import type { Limits } from '@/lib/client/limits';
import { Scheduler } from '@/lib/client/scheduler';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const limits = (waitMs: number, remaining = 100, everyMs = 30 * MINUTE_MS): Limits => ({
  interval: { everyMs, waitMs },
  quota: { limit: 1_500, remaining, resetMs: 20 * DAY_MS },
});
const record = {
  tier: 'free',
  updateIntervalMinutes: 30,
  minutesUntilNextUpdate: 5,
  remaining: 100,
  resetHours: 240,
};

/** A scheduler after a usage read; the next report is allowed `waitMs` after 0. */
function afterUsageRead(waitMs: number, random = 0): Scheduler {
  const scheduler = new Scheduler(() => random);
  scheduler.usageRead(record, limits(waitMs), 0);
  return scheduler;
}

test('the first call is a usage read, at once', () => {
  expect(new Scheduler(() => 0).next(7)).toEqual({ call: 'usage', atMs: 7 });
});

test('a failed first usage read is repeated: nothing is reported before it', () => {
  const scheduler = new Scheduler(() => 0);
  for (const atMs of [0, 10_000, 30_000]) scheduler.failed({ call: 'usage', code: 'network' }, null, atMs);
  expect(scheduler.next(30_000)).toEqual({ call: 'usage', atMs: 40_000 });
});

test.each([
  [0, 0, 0],
  [300_000, 0, 301_000],
  [300_000, 0.5, 303_000],
  [300_000, 0.999_999, 305_000],
])('a report allowed in %i ms is due at once or 1 to 5 s later (random %f)', (waitMs, random, dueMs) => {
  const { call, atMs } = afterUsageRead(waitMs, random).next(0);
  expect([call, Math.round(atMs)]).toEqual(['report', dueMs]);
});

test.each([
  [30, 0, 900],
  [30, 0.999_999, 900],
  [5, 0, 300],
  [1, 0, 60],
  [0, 0, 60],
])(
  'backoff doubles from 5 s up to the interval (%i min) and 15 min, half of it random (%f)',
  (minutes, random, maxS) => {
    const scheduler = new Scheduler(() => random);
    scheduler.usageRead(record, limits(0, 100, minutes * MINUTE_MS), 0);
    for (const seconds of [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120]) {
      scheduler.failed({ code: 'network' }, null, 0);
      const waitMs = Math.min(seconds, maxS) * SECOND_MS * (0.5 + random / 2);
      expect(Math.round(scheduler.next(0).atMs)).toBe(Math.round(waitMs));
    }
  },
);

test('the interval in the response to a report holds when there are no rate limit fields', () => {
  const scheduler = afterUsageRead(0);
  scheduler.reported({ interval: null, quota: null }, 0, { name: 'free', updateIntervalMinutes: 1 });
  expect(scheduler.next(0)).toEqual({ call: 'report', atMs: 61_000 });
});

test('a success resets the backoff', () => {
  const scheduler = afterUsageRead(0);
  for (let fault = 0; fault < 9; fault += 1) scheduler.failed({ code: 'timeout' }, null, 0);
  scheduler.reported(limits(MINUTE_MS), 0);
  scheduler.failed({ code: 'timeout' }, null, 2 * MINUTE_MS);
  expect(scheduler.next(2 * MINUTE_MS).atMs).toBe(2 * MINUTE_MS + 2_500);
});

test.each([
  [399, 2_500],
  [400, HOUR_MS],
  [401, HOUR_MS],
  [403, HOUR_MS],
  [408, 2_500],
  [499, HOUR_MS],
  [500, 2_500],
  [503, 2_500],
])('status %i is retried after %i ms at the earliest', (status, waitMs) => {
  const scheduler = afterUsageRead(0);
  scheduler.failed({ code: 'http_error', status }, null, 0);
  expect(scheduler.next(0).atMs).toBe(waitMs);
});

test('repeated 429 with a Retry-After of 1 s are retried with backoff', () => {
  const scheduler = afterUsageRead(0);
  const waits = Array.from({ length: 5 }, () => {
    scheduler.failed({ code: 'http_error', status: 429, retryAfterMs: 1_000 }, null, 0);
    return scheduler.next(0).atMs;
  });
  expect(waits).toEqual([2_000, 2_500, 5_000, 10_000, 20_000]);
});

test.each([
  [25 * HOUR_MS - 1, 'report'],
  [25 * HOUR_MS, 'report'],
  [25 * HOUR_MS + 1, 'usage'],
] as const)('an exhausted quota that resets in %i ms is followed by a %s', (resetMs, call) => {
  const scheduler = afterUsageRead(0);
  // The jitter of 1 s is part of the time until the reset.
  scheduler.failed({ code: 'quota_exceeded', status: 429, retryAfterMs: resetMs - SECOND_MS }, null, 0);
  expect(scheduler.next(0)).toEqual({ call, atMs: call === 'usage' ? DAY_MS : resetMs });
});

test('a failed daily read of an exhausted quota is retried by the backoff', () => {
  const scheduler = afterUsageRead(0);
  scheduler.reported(limits(MINUTE_MS, 0), 0);
  expect(scheduler.next(0)).toEqual({ call: 'usage', atMs: DAY_MS });
  scheduler.failed({ call: 'usage', code: 'network' }, null, DAY_MS);
  expect(scheduler.next(DAY_MS)).toEqual({ call: 'usage', atMs: DAY_MS + 2_500 });
});

test('a later usage read that fails does not delay reports', () => {
  const scheduler = afterUsageRead(0);
  scheduler.reported(limits(MINUTE_MS, 50, MINUTE_MS), 0);
  expect(scheduler.next(0).call).toBe('usage');
  scheduler.failed({ call: 'usage', code: 'network' }, null, 0);
  expect(scheduler.next(0)).toEqual({ call: 'report', atMs: 61_000 });
});

test('after any responses and errors the next call has a time, at most 31 days and a jitter away', () => {
  const number = fc.double({ min: -10, max: 1e15, noNaN: true });
  const anyLimits = fc.record({
    interval: fc.option(fc.record({ everyMs: fc.option(number), waitMs: number })),
    quota: fc.option(fc.record({ limit: fc.option(number), remaining: fc.nat(3), resetMs: number })),
  });
  const code = fc.constantFrom(
    'network',
    'http_error',
    'quota_exceeded',
    'update_too_soon',
    'invalid_source' as const,
  );
  const step = fc.record({
    what: fc.nat(3),
    limits: anyLimits,
    code,
    status: fc.option(fc.constantFrom(400, 403, 429, 503)),
    retryAfterMs: fc.option(number),
    passMs: fc.nat(1e9),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const scheduler = new Scheduler(() => 0.5);
      let nowMs = 0;
      for (const { what, limits, code, status, retryAfterMs, passMs } of steps) {
        nowMs += passMs;
        if (what === 0) scheduler.reported(limits, nowMs);
        else if (what === 1) scheduler.usageRead(record, limits, nowMs);
        else if (what === 2) scheduler.notReady(nowMs);
        else scheduler.failed({ code, status, retryAfterMs }, limits, nowMs);
        const waitMs = scheduler.next(nowMs).atMs - nowMs;
        expect(waitMs).not.toBeNaN();
        expect(waitMs).toBeLessThanOrEqual(31 * DAY_MS + 10 * SECOND_MS);
      }
    }),
  );
});

test.each([
  [119, '119 s'],
  [120, '2 min'],
  [7_199, '120 min'],
  [7_200, '2 h'],
])('an error message names the time until the next call: %i s', (seconds, words) => {
  expect(new BotmeterError({ code: 'network', message: 'Down.' }, seconds).message).toBe(
    `Down. The next scheduled call is in ${words}.`,
  );
});
