import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterTry,
  DISCORD_EVERY_MS,
  FAILING_MAX_MS,
  GIVEN_UP_MAX,
  nextTryAtMs,
  RETRIES_MS,
  RETRY_AFTER_MAX_MS,
} from '@/lib/domain/alerts/delivery';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';

const NOW = 1_770_000_000_000;
const DELIVERED = { isDelivered: true, status: 204, retryAfterMs: null, response: '' };
const FAILED = { isDelivered: false, status: 500, retryAfterMs: null, response: '' };
const WEBHOOK = {
  ...({ kind: 'signed', health: 'new', firstFailureAtMs: null, givenUp: 0, notBeforeMs: 0 } as const),
};
const part = fc.double({ min: 0, max: 1, noNaN: true });

describe('a failed delivery is tried again', () => {
  it.each([
    [1, 5_000],
    [2, MINUTE_MS],
    [3, 5 * MINUTE_MS],
    [4, 30 * MINUTE_MS],
    [5, 2 * HOUR_MS],
    [6, 6 * HOUR_MS],
    [7, 12 * HOUR_MS],
    [8, 24 * HOUR_MS],
  ])('after try %i: %i ms later, ± 20 %%', (tries, waitMs) => {
    const waits = [0, 0.5, 1].map((random) => (nextTryAtMs(tries, FAILED, NOW, random) ?? 0) - NOW);
    expect(waits).toEqual([0.8 * waitMs, waitMs, 1.2 * waitMs].map(Math.round));
  });

  it('never after the last one', () => {
    expect(nextTryAtMs(RETRIES_MS.length + 1, FAILED, NOW, 0.5)).toBeNull();
  });

  it('not before the receiver asked for, which is at most a day away', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ max: 10 * DAY_MS }),
        part,
        (tries, asked, random) => {
          const usual = nextTryAtMs(tries, FAILED, NOW, random) ?? 0;
          const next = nextTryAtMs(tries, { ...FAILED, retryAfterMs: asked }, NOW, random);
          expect(next).toBe(Math.max(usual, NOW + Math.min(asked, RETRY_AFTER_MAX_MS)));
        },
      ),
    );
  });
});

describe('a webhook', () => {
  const DISCORD = { ...WEBHOOK, kind: 'discord' } as const;
  const deleted = (status: number, code: number) => {
    const response = JSON.stringify({ message: 'Unknown Webhook', code });
    return { ...FAILED, status, response };
  };
  const failingSince = (sinceMs: number, givenUp = 0) =>
    ({ ...WEBHOOK, health: 'failing', firstFailureAtMs: NOW - sinceMs, givenUp }) as const;

  it.each([
    ['at the first 410', WEBHOOK, { ...FAILED, status: 410 }, 0, 'gone'],
    ['not as deleted by a 404 of another server', WEBHOOK, deleted(404, 10_015), 0, null],
    ['as deleted by Discord’s 404', DISCORD, deleted(404, 10_015), 0, 'deleted'],
    ['not by another code of Discord’s', DISCORD, deleted(404, 100_151), 0, null],
    ['not by that code with another status', DISCORD, deleted(400, 10_015), 0, null],
    ['not by a 404 of a proxy', DISCORD, { ...FAILED, status: 404, response: '<html>10015' }, 0, null],
    ['not before 5 days of failures', failingSince(FAILING_MAX_MS - 1), FAILED, 0, null],
    ['after 5 days of failures', failingSince(FAILING_MAX_MS), FAILED, 0, 'failing'],
    ['not by a success after 5 days', failingSince(FAILING_MAX_MS), DELIVERED, 0, null],
    ['not by the fourth event given up', failingSince(1, GIVEN_UP_MAX - 2), FAILED, 1, null],
    ['by the fifth event given up', failingSince(1, GIVEN_UP_MAX - 1), FAILED, 1, 'given_up'],
    ['by a summary of five given up', failingSince(1), FAILED, GIVEN_UP_MAX, 'given_up'],
  ])('is switched off %s', (_, webhook, result, givenUp, off) => {
    expect(afterTry(webhook, result, givenUp, NOW).off).toBe(off);
  });

  it('counts failures from the first one since the last success, and none in the future', () => {
    const { webhook: failing } = afterTry(WEBHOOK, FAILED, 1, NOW);
    expect(failing).toMatchObject({ health: 'failing', firstFailureAtMs: NOW, givenUp: 1 });
    expect(afterTry(failing, FAILED, 1, NOW + 5).webhook).toMatchObject({
      firstFailureAtMs: NOW,
      givenUp: 2,
    });
    expect(afterTry(failing, FAILED, 0, NOW - 5).webhook.firstFailureAtMs).toBe(NOW - 5);
    expect(afterTry(failing, DELIVERED, 0, NOW + 5).webhook).toEqual({ ...WEBHOOK, health: 'working' });
  });

  it.each([
    ['a signed one after a success', 'signed', DELIVERED, 0],
    ['Discord for a minute after a message', 'discord', DELIVERED, DISCORD_EVERY_MS],
    ['Discord after one that may have arrived', 'discord', { ...FAILED, status: null }, DISCORD_EVERY_MS],
    ['Discord after a refusal', 'discord', FAILED, 0],
    ['one that asked for it', 'signed', { ...FAILED, status: 429, retryAfterMs: 90_000 }, 90_000],
    ['one that asked for more than a day', 'signed', { ...FAILED, retryAfterMs: 9 * DAY_MS }, DAY_MS],
  ] as const)('gets no request for a while: %s', (_, kind, result, waitMs) => {
    const { notBeforeMs } = afterTry({ ...WEBHOOK, kind }, result, 0, NOW).webhook;
    expect(notBeforeMs).toBe(waitMs === 0 ? 0 : NOW + waitMs);
  });
});
