import { expect, it } from 'vitest';
import { hourOf } from '@/lib/domain/history/summary';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/domain/quota/plan';
import { T0 } from '@/tests/support/data/accounts';
import { db, onEachDatabase } from '@/tests/support/data/each-database';

const BOTS = 4;
/** 7 days of reports, one a minute, and hours before, with large counts; of several bots in turn, as calls write them. */
const YEAR = [
  `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count)
   WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${BOTS * 7 * 24 * 60 - 1})
   SELECT '123456789012345678' || (i % ${BOTS}), ${T0 - 7 * DAY_MS} + CAST(i / ${BOTS} AS bigint) * ${MINUTE_MS}, 500000 + i,
     5000000 + i % 97, 7000000000 + i % 997, 2000 FROM n`,
  `INSERT INTO report_hours (bot_id, hour_ms, reports, first_offset_ms, last_offset_ms, longest_gap_ms,
     server_first, server_last, server_min, server_max, shard_last, user_first, user_last, user_min, user_max)
   WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${BOTS * 358 * 24 - 1})
   SELECT '123456789012345678' || (i % ${BOTS}), ${hourOf(T0 - 365 * DAY_MS)} + CAST(i / ${BOTS} AS bigint) * ${HOUR_MS}, 60,
     40000 + i % 15000, 3541000 + i % 59000, 61000 + i % 97,
     5000000, 5000001, 4999999, 5000002, 2000, 7000000000, 7000000001, 6999999999, 7000000002 FROM n`,
];
const TABLES = `('reports', 'report_hours')`;
const ON_SQLITE = `SELECT sum(pgsize) AS bytes FROM dbstat WHERE name IN ${TABLES}`;
const ON_POSTGRES = `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
  WHERE relname IN ${TABLES} AND relnamespace = 'public'::regnamespace`;

onEachDatabase('a year of a bot on the Business plan', () => {
  it('takes at most 1.5 MB on SQLite and 4 MB on PostgreSQL, with its indexes', async () => {
    // On PostgreSQL deleted rows of earlier tests have left holes; SQLite has a new file, and no such statement.
    await db.run('TRUNCATE reports, report_hours').catch(() => {});
    for (const statement of YEAR) await db.run(statement);
    const [size, maxMegabytes] = await db.rows(ON_SQLITE).then(
      (rows) => [rows[0]?.bytes, 1.5] as const,
      async () => [(await db.rows(ON_POSTGRES))[0]?.bytes, 4] as const,
    );
    const megabytes = Number(size) / BOTS / 1e6;
    expect(megabytes).toBeGreaterThan(1);
    expect(megabytes).toBeLessThanOrEqual(maxMegabytes);
  });
});
