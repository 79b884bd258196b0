import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkReportBody } from '@/lib/contract/report';
import { isSnowflake, REPORT_BOUNDS } from '@/lib/domain/reports/report';
import { BOT_ID } from '@/tests/support/data/accounts';

/** How invalid bodies are refused over HTTP, field by field, is tested in tests/api/report. */

const COUNTS = ['serverCount', 'userCount', 'shardCount'] as const;

const invalidPaths = (value: unknown): string[] => {
  const checked = checkReportBody(value);
  return checked.ok ? [] : checked.issues.map(({ path }) => path);
};

const boundaries = Object.values(REPORT_BOUNDS).flatMap(({ min, max }) => [min, max]);
const anyValue = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...boundaries.flatMap((n) => [n - 1, n, n + 1])) },
  fc.constantFrom(-0, 0.5, -0.5, 2 ** 53 + 2, Number.POSITIVE_INFINITY, Number.NaN),
  fc.constantFrom('1', '', true, null, [1], {}),
  fc.anything(),
);
const anyId = fc.oneof(
  { weight: 3, arbitrary: fc.constant(BOT_ID) },
  fc.constantFrom(Number(BOT_ID), '1234567890123456', '18446744073709551616', '', null, undefined),
);

it('a body is accepted as it is if every field is valid; else each invalid field has one issue, in order', () => {
  fc.assert(
    fc.property(anyId, anyValue, anyValue, anyValue, (botId, shardCount, userCount, serverCount) => {
      const body = { shardCount, userCount, serverCount, botId };
      const isCount = (field: (typeof COUNTS)[number]) => {
        const { min, max } = REPORT_BOUNDS[field];
        return Number.isInteger(body[field]) && Number(body[field]) >= min && Number(body[field]) <= max;
      };
      const isId = typeof botId === 'string' && isSnowflake(botId);
      // shardCount may be absent.
      const invalid = COUNTS.filter((f) => !isCount(f) && !(f === 'shardCount' && body[f] === undefined));
      const expected = [...(isId ? [] : ['botId']), ...invalid];
      expect(invalidPaths(body)).toEqual(expected);
      if (expected.length > 0) return;
      // JSON has a −0, which is the number 0.
      const counts = [shardCount ?? 1, userCount, serverCount].map((count) => Number(count) + 0);
      const value = { botId, shardCount: counts[0], userCount: counts[1], serverCount: counts[2] };
      expect(checkReportBody(body)).toEqual({ ok: true, value });
    }),
    { numRuns: 2_000 },
  );
});

it('an issue does not repeat the invalid value', () => {
  const checked = checkReportBody({ botId: 'secret-1', serverCount: 'secret-2', userCount: 'secret-3' });
  expect(checked.ok).toBe(false);
  expect(JSON.stringify(checked)).not.toContain('secret');
});
