import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SHARD_COUNT, isSnowflake, REPORT_BOUNDS } from '@/lib/domain/reports/report';

describe('a bot id (contract section 3)', () => {
  it.each([
    '1000000000000000|18446744073709551616|99999999999999999999|100000000000000000000|01234567890123456789|-1234567890123456789',
    '1234567890123456789 |1234567890123456789\n|123456789012345678９|١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦٧٨٩|1e18|',
  ])('is none of %j', (texts) => {
    expect(texts.split('|').filter(isSnowflake)).toEqual([]);
  });

  const EDGES = [10n ** 16n, 2n ** 64n].flatMap((n) => [n - 1n, n, n + 1n]);
  it('is a decimal number from 10^16 to 2^64 − 1', () => {
    fc.assert(
      fc.property(fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 65n }), fc.constantFrom(...EDGES)), (n) => {
        expect(isSnowflake(String(n))).toBe(n >= 10n ** 16n && n < 2n ** 64n);
      }),
    );
  });
});

it('the bounds of a report and the default shard count are the contract’s', () => {
  expect(REPORT_BOUNDS).toEqual({
    serverCount: { min: 0, max: 10_000_000 },
    userCount: { min: 0, max: 10_000_000_000 },
    shardCount: { min: 1, max: 100_000 },
  });
  expect(DEFAULT_SHARD_COUNT).toBe(1);
});
