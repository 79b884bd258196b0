import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import type { History } from '@/lib/ports/ports';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { db, directory, onPostgres } from '@/tests/support/data/each-database';

/** One a minute. With every hour looked for among all of them, a statement takes several times its timeout. */
const REPORTS = 40_000;
const HOURS = 8_000;
const NOW = T0 + REPORTS * MINUTE_MS;
const HOURS_END = T0 - (T0 % HOUR_MS);

const span = (fromMs: number, untilMs: number) => ({ botId: BOT_ID, fromMs, untilMs, bucketMs: HOUR_MS });
/** How many of 500 moments, an hour apart back from `lastMs`, have a value. */
const valuesUntil =
  (lastMs: number) =>
  async ({ valuesAt }: History) => {
    const moments = Array.from({ length: 500 }, (_, i) => lastMs - i * HOUR_MS);
    return (await valuesAt({ botId: BOT_ID, moments, fromMs: 0 })).size;
  };

const READS: readonly (readonly [string, number, (history: History) => Promise<number>])[] = [
  ['reports by hour', 667, async ({ series }) => (await series(span(T0 + 1, NOW + 1))).length],
  ['hours', HOURS, async ({ series }) => (await series(span(0, T0))).length],
  ['last reports', 667, async ({ lastReports }) => (await lastReports(span(T0 + 1, NOW + 1))).length],
  ['values of reports', 500, valuesUntil(NOW)],
  ['values of hours', 500, valuesUntil(T0)],
];

/** When the statistics were made: the pages of deleted rows count as pages without any. */
const STATISTICS = {
  'with other bots': '',
  'when all rows were deleted': 'DELETE FROM reports; DELETE FROM report_hours;',
};

describe.each(Object.entries(STATISTICS))(
  'a bot that is newer than the planner’s statistics, made %s',
  (_, before) => {
    onPostgres();

    it.each(READS)('is read by the keys of its rows: %s', async (_, points, read) => {
      const others = (columns: number) =>
        `SELECT 'x' || i, i ${', 1'.repeat(columns - 2)} FROM generate_series(1, 2000) AS i; `;
      await db.run(`INSERT INTO reports ${others(6)} INSERT INTO report_hours ${others(15)} ${before}
      ANALYZE reports; ANALYZE report_hours;
      INSERT INTO reports SELECT '${BOT_ID}', ${T0} + i::bigint * ${MINUTE_MS}, i, i, i, 1 FROM generate_series(1, ${REPORTS}) AS i;
      INSERT INTO report_hours SELECT '${BOT_ID}', ${HOURS_END} - i::bigint * ${HOUR_MS}, 60, 0, 1, 1 ${', i'.repeat(9)}
        FROM generate_series(1, ${HOURS}) AS i`);
      expect(await directory.read(({ history }) => read(history))).toBe(points);
    });
  },
);
