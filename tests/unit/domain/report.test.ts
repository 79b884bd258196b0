import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SHARD_COUNT, isSnowflake, REPORT_BOUNDS } from '@/lib/domain/report';

describe('bot ids (contract section 3)', () => {
  it.each([
    ['1000000000000000', false], // 16 digits
    ['10000000000000000', true], // 17
    ['1234567890123456789', true],
    ['10000000000000000000', true], // 20
    ['18446744073709551614', true],
    ['18446744073709551615', true],
    ['18446744073709551616', false],
    ['99999999999999999999', false],
    ['100000000000000000000', false], // 21
    ['01234567890123456789', false],
    ['-1234567890123456789', false],
    ['1234567890123456789 ', false],
    ['1234567890123456789\n', false],
    ['123456789012345678９', false],
    ['١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦٧٨٩', false],
    ['1e18', false],
    ['', false],
  ])('%j is one: %s', (text, expected) => {
    expect(isSnowflake(text)).toBe(expected);
  });

  it('are the decimal numbers from 10^16 to 2^64 − 1', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 65n }), (n) => {
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
