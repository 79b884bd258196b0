import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type BotDigest,
  DIGEST_PERIODS,
  DIGEST_WITHIN_MS,
  decodeDigest,
  digestPeriod,
  encodeDigest,
  isQuiet,
  nextDigestAtMs,
} from '@/lib/domain/alerts/digest';
import { HOUR_MS } from '@/lib/domain/quota/plan';

const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);

it.each([
  ['weekly', '2026-11-23T07:59:59.999Z', '2026-11-09T00:00', '2026-11-16T00:00', '2026-11-23T08:00'],
  ['weekly', '2026-11-23T08:00:00.000Z', '2026-11-16T00:00', '2026-11-23T00:00', '2026-11-30T08:00'],
  ['weekly', '2026-11-26T12:00:00.000Z', '2026-11-16T00:00', '2026-11-23T00:00', '2026-11-30T08:00'],
  ['monthly', '2026-03-01T07:59:59.999Z', '2026-01-01T00:00', '2026-02-01T00:00', '2026-03-01T08:00'],
  ['monthly', '2026-01-01T08:00:00.000Z', '2025-12-01T00:00', '2026-01-01T00:00', '2026-02-01T08:00'],
  ['monthly', '2024-03-01T08:00:00.000Z', '2024-02-01T00:00', '2024-03-01T00:00', '2024-04-01T08:00'],
] as const)('%s at %s is of %s until %s, and comes again at %s', (every, now, from, until, next) => {
  const { fromMs, untilMs } = digestPeriod(every, at(now));
  expect([iso(fromMs), iso(untilMs), iso(nextDigestAtMs(every, at(now)))]).toEqual([from, until, next]);
});

it('periods follow one another without a hole, and each is due once, whenever it is looked', () => {
  const moment = fc.integer({ min: at('1990-01-01T00:00:00Z'), max: at('2090-01-01T00:00:00Z') });
  fc.assert(
    fc.property(fc.constantFrom(...DIGEST_PERIODS), moment, (every, nowMs) => {
      const now = digestPeriod(every, nowMs);
      const nextMs = nextDigestAtMs(every, nowMs);
      expect(nextMs).toBeGreaterThan(nowMs);
      expect(nextMs - nowMs).toBeLessThanOrEqual(DIGEST_WITHIN_MS);
      expect(new Date(nextMs).getUTCHours()).toBe(8);
      expect(every === 'weekly' ? new Date(nextMs).getUTCDay() : new Date(nextMs).getUTCDate()).toBe(1);
      expect(digestPeriod(every, nextMs - 1)).toEqual(now);
      const next = digestPeriod(every, nextMs);
      expect(next.fromMs).toBe(now.untilMs);
      expect(next.name).not.toBe(now.name);
      expect(nextMs - next.untilMs).toBe(8 * HOUR_MS);
    }),
  );
});

const BOT: BotDigest = {
  botId: '1',
  name: 'Harbour',
  servers: { value: 1_204, by: 4, percent: 0.33, sinceMs: at('2026-11-15T23:40:00Z') },
  users: { value: 50_000, by: -1_000, percent: -1.96, sinceMs: at('2026-11-15T23:40:00Z') },
  coverage: 97.91,
  refused: 1,
  refusedSinceMs: at('2026-11-16T00:00:00Z'),
  causes: [{ error: 'update_too_soon', calls: 1 }],
  votes: 0,
};

it('nothing happened if no count changed, no call was refused, nobody voted and nearly all reports came', () => {
  const quiet = {
    ...BOT,
    servers: { ...BOT.servers, by: 0 },
    users: { ...BOT.users, by: 0 },
    refused: 0,
  } as BotDigest;
  expect(isQuiet(quiet)).toBe(true);
  expect(isQuiet({ ...quiet, servers: null, users: null, coverage: null })).toBe(true);
  for (const over of [
    { servers: BOT.servers },
    { users: BOT.users },
    { coverage: 94.99 },
    { refused: 1 },
    { votes: 1 },
  ])
    expect(isQuiet({ ...quiet, ...over })).toBe(false);
});

it('a choice is read again as it was stored; none, a damaged one, and one without a channel are none', () => {
  const choice = { every: 'weekly', isMailed: true, isOnDiscord: false, isOnlyIfAny: true } as const;
  expect(decodeDigest(encodeDigest(choice))).toEqual(choice);
  expect(encodeDigest({ ...choice, isMailed: false })).toBeNull();
  for (const text of [null, '', '{', '7', 'null', '{"every":"daily"}']) expect(decodeDigest(text)).toBeNull();
});
