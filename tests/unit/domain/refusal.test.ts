import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import {
  mergeRefusals,
  openSinceMs,
  type RefusalRow,
  type RefusedCalls,
  refusalGroupOf,
  storedRequestId,
} from '@/lib/domain/reports/refusal';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';

const CALL: RefusedCalls = {
  botId: BOT_ID,
  keyId: 'k1',
  operation: 'POST /api/v1/bots/stats',
  error: 'update_too_soon',
  message: 'Try again in 1740 seconds.',
  requestId: 'r1',
  sent: '',
  count: 1,
  firstAtMs: T0,
  lastAtMs: T0,
};
const at = (byMs: number, over: Partial<RefusedCalls> = {}): RefusedCalls => ({
  ...CALL,
  firstAtMs: T0 + byMs,
  lastAtMs: T0 + byMs,
  ...over,
});

/** Whether the other calls continue a row with the first. */
const isSameSequence = (one: RefusedCalls, other: RefusedCalls): boolean =>
  mergeRefusals([{ ...one, id: 'r1' }], [other], () => 'r2').added.length === 0;

describe('refused calls are one sequence', () => {
  it.each([
    ['a millisecond less than an hour apart', at(HOUR_MS - 1), true],
    ['an hour apart', at(HOUR_MS), false],
    ['a millisecond less than an hour before', at(-HOUR_MS + 1), true],
    ['an hour before, after a clock step', at(-HOUR_MS), false],
    ['with other seconds in the message', at(1, { message: 'Try again in 1 second.' }), true],
    ['with another request id', at(1, { requestId: 'r2' }), true],
    ['with another body', at(1, { sent: 'other' }), true],
    ['with another message', at(1, { message: 'Try again in 30 minutes.' }), false],
    ['with another error', at(1, { error: 'quota_exceeded' }), false],
    ['of another operation', at(1, { operation: 'GET /api/v1/usage' }), false],
    ['of another key', at(1, { keyId: 'k2' }), false],
    ['of another bot', at(1, { botId: OTHER_BOT_ID }), false],
  ])('%s: %#', (_, other, expected) => {
    expect(isSameSequence(CALL, other)).toBe(expected);
    expect(isSameSequence(other, CALL)).toBe(expected);
  });
});

/** Refused calls in the order of their times, as their bots made them. */
const anyCalls = fc
  .array(
    fc.record({
      byMs: fc.oneof(fc.constantFrom(0, 1, HOUR_MS - 1, HOUR_MS, HOUR_MS + 1), fc.nat({ max: 3 * HOUR_MS })),
      keyId: fc.constantFrom('', 'k1', 'k2'),
      error: fc.constantFrom('update_too_soon', 'quota_exceeded', 'invalid_key'),
      seconds: fc.nat({ max: 2_000 }),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let now = 0;
    return steps.map(({ byMs, keyId, error, seconds }, i) => {
      now += byMs;
      const message = `Try again in ${seconds} seconds.`;
      return at(now, { keyId, error, message, requestId: `r${i}` } as Partial<RefusedCalls>);
    });
  });

/** Writes the calls in parts, as a table would keep them. */
function writtenInParts(parts: readonly (readonly RefusedCalls[])[]): RefusalRow[] {
  const table = new Map<string, RefusalRow>();
  let ids = 0;
  for (const part of parts) {
    const open = [...table.values()].filter(({ lastAtMs }) => lastAtMs > openSinceMs(part));
    const { continued, added } = mergeRefusals(open, part, () => `id${ids++}`);
    for (const row of continued) expect(table.has(row.id)).toBe(true);
    for (const row of added) expect(table.has(row.id)).toBe(false);
    for (const row of [...continued, ...added]) table.set(row.id, row);
  }
  return [...table.values()];
}
const withoutIds = (rows: readonly RefusalRow[]) =>
  rows
    .map(({ id: _, ...row }) => row)
    .sort((a, b) => a.firstAtMs - b.firstAtMs || (a.requestId < b.requestId ? -1 : 1));

describe('merging', () => {
  it('gives the same rows however the calls are divided into writes', () => {
    fc.assert(
      fc.property(anyCalls, fc.integer({ min: 1, max: 7 }), (calls, size) => {
        const parts = Array.from({ length: Math.ceil(calls.length / size) }, (_, i) =>
          calls.slice(i * size, (i + 1) * size),
        );
        expect(withoutIds(writtenInParts(parts))).toEqual(withoutIds(writtenInParts([calls])));
      }),
    );
  });

  it('counts each call once, keeps first and last, and leaves no two rows of one sequence', () => {
    fc.assert(
      fc.property(anyCalls, (calls) => {
        const rows = writtenInParts(calls.map((call) => [call]));
        for (const row of rows) {
          const own = calls.filter((call) => isSameSequence(row, call));
          expect(row.count).toBe(own.length);
          expect([row.firstAtMs, row.lastAtMs]).toEqual([own[0]?.firstAtMs, own.at(-1)?.lastAtMs]);
          expect([row.message, row.requestId]).toEqual([own.at(-1)?.message, own.at(-1)?.requestId]);
          expect(rows.filter((other) => isSameSequence(row, other))).toEqual([row]);
        }
        expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(calls.length);
      }),
    );
  });
});

it.each([
  ['0f9a4e4c-7c1e-4a62-9d55-2f6cbb1f2d10', true],
  ['0F9A4E4C-7c1e-4a62-9d55-2f6cbb1f2d10', false],
  ['my-request-0001', false],
  ['x0f9a4e4c-7c1e-4a62-9d55-2f6cbb1f2d10', false],
])('of request ids only UUIDs are stored: %s', (requestId, isStored) => {
  expect(storedRequestId(requestId)).toBe(isStored ? requestId : '');
});

it('only refusals of revoked and expired keys count as those of ended keys', () => {
  expect(refusalGroupOf({ error: 'invalid_key' })).toBe('ended');
  expect(refusalGroupOf({ error: 'bot_disabled' })).toBe('live');
});
