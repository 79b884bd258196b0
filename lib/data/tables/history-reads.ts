import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CountsAt } from '@/lib/domain/history/change';
import type { BotReport } from '@/lib/domain/history/combined';
import type { Gap, GapSearch } from '@/lib/domain/history/gaps';
import { hourOf, type StoredPoint, type StoredPointsQuery } from '@/lib/domain/history/summary';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import type { TimedReport } from '@/lib/domain/reports/report';
import type { Schema } from '../schema';
import { type BotId, lookupsOf } from './lookups';
import type { SeriesQuery } from './series';

/** The last reports of several bots in buckets, as in SeriesQuery. */
export type ReportsOfQuery = Omit<SeriesQuery, 'botId'> & { readonly botIds: readonly string[] };

/** The gaps of a bot. */
export type GapsQuery = GapSearch & { readonly botId: string };

/** Moments of which the counts are asked for, with those of reports from `fromMs` on. */
export type ValuesQuery = {
  readonly botId: string;
  readonly moments: readonly number[];
  readonly fromMs: number;
};

/** The moment of which the counts of several bots are asked for, each with its reports from `fromMs` on. */
export type ValuesOfQuery = {
  readonly bots: readonly { readonly botId: string; readonly fromMs: number }[];
  readonly atMs: number;
};

type ReportRow = { at_ms: number; server_count: number; user_count: number; shard_count: number };

/**
 * A loose index scan from bucket to bucket over the primary key, newest first: the cost grows
 * with the reports returned, so that a list can show it for many bots.
 */
export async function lastReports(
  db: Kysely<Schema>,
  { botId, fromMs, untilMs, bucketMs }: SeriesQuery,
): Promise<TimedReport[]> {
  const [from, until, bucket] = [fromMs, untilMs, bucketMs].map((ms) => sql.lit(ms));
  const { rows } = await sql<ReportRow>`
    WITH RECURSIVE newest (at_ms) AS (
      SELECT max(at_ms) FROM reports WHERE bot_id = ${botId} AND at_ms >= ${from} AND at_ms < ${until}
      UNION ALL
      SELECT (
        SELECT max(r.at_ms) FROM reports r
        WHERE r.bot_id = ${botId} AND r.at_ms >= ${from} AND r.at_ms < newest.at_ms / ${bucket} * ${bucket}
      ) FROM newest WHERE newest.at_ms IS NOT NULL
    )
    SELECT r.at_ms, r.server_count, r.user_count, r.shard_count
    FROM newest CROSS JOIN ${lookupsOf(db, botId).reportAt(sql`newest.at_ms`, 'r', 'max')}
    ORDER BY r.at_ms`.execute(db);
  return rows.map((row) => ({
    atMs: row.at_ms,
    serverCount: row.server_count,
    userCount: row.user_count,
    shardCount: row.shard_count,
  }));
}

/** The same scan for several bots in one statement. */
export async function lastReportsOf(
  db: Kysely<Schema>,
  { botIds, fromMs, untilMs, bucketMs }: ReportsOfQuery,
  isSpread = false,
): Promise<BotReport[]> {
  if (botIds.length === 0) return [];
  // Citus refuses a recursion over several bots.
  if (isSpread) {
    const found: BotReport[] = [];
    for (const botId of botIds) {
      const reports = await lastReports(db, { botId, fromMs, untilMs, bucketMs });
      found.push(
        ...reports.map(({ atMs, serverCount, userCount }) => ({ botId, atMs, serverCount, userCount })),
      );
    }
    return found;
  }
  const [from, until, bucket] = [fromMs, untilMs, bucketMs].map((ms) => sql.lit(ms));
  const ids = sql.join(botIds.map((botId) => sql`(${botId})`));
  const { reportAt } = lookupsOf(db, sql`newest.bot_id`);
  const { rows } = await sql<ReportRow & { bot_id: string }>`
    WITH RECURSIVE newest (bot_id, at_ms) AS (
      SELECT column1, (
        SELECT max(at_ms) FROM reports WHERE bot_id = column1 AND at_ms >= ${from} AND at_ms < ${until}
      ) FROM (VALUES ${ids}) AS list
      UNION ALL
      SELECT bot_id, (
        SELECT max(r.at_ms) FROM reports r
        WHERE r.bot_id = newest.bot_id AND r.at_ms >= ${from} AND r.at_ms < newest.at_ms / ${bucket} * ${bucket}
      ) FROM newest WHERE newest.at_ms IS NOT NULL
    )
    SELECT r.bot_id, r.at_ms, r.server_count, r.user_count
    FROM newest CROSS JOIN ${reportAt(sql`newest.at_ms`, 'r', 'max')}`.execute(db);
  return rows.map((row) => ({
    botId: row.bot_id,
    atMs: row.at_ms,
    serverCount: row.server_count,
    userCount: row.user_count,
  }));
}

type ValueRow = {
  moment_ms: number;
  of_bot: string;
  from_ms: number;
  at_ms: number;
  server_count: number;
  user_count: number;
  last_at_ms: number;
  server_last: number;
  user_last: number;
};

/**
 * For each moment one report and one hour are looked up by their keys, so that the cost is that of the
 * moments: the newest that has a report at or before it, else the oldest.
 */
export async function valuesAt(
  db: Kysely<Schema>,
  { botId, moments, fromMs }: ValuesQuery,
): Promise<ReadonlyMap<number, CountsAt>> {
  if (moments.length === 0) return new Map();
  const list = sql.join(moments.map((atMs) => sql`(${sql.lit(atMs)})`));
  const wanted = sql`SELECT column1 AS moment_ms FROM (VALUES ${list}) AS list`;
  const found = new Map<number, CountsAt>();
  for (const row of await valueRows(db, botId, sql.lit(fromMs), wanted)) {
    const momentMs = Number(row.moment_ms);
    note(found, momentMs, row, momentMs, fromMs);
  }
  return found;
}

/** The same of several bots at one moment, in one statement: by bot. */
export async function valuesOf(
  db: Kysely<Schema>,
  { bots, atMs }: ValuesOfQuery,
  isSpread = false,
): Promise<ReadonlyMap<string, CountsAt>> {
  const found = new Map<string, CountsAt>();
  if (bots.length === 0) return found;
  // On Citus a statement reads one bot.
  if (isSpread) {
    for (const { botId, fromMs } of bots) {
      const counts = (await valuesAt(db, { botId, moments: [atMs], fromMs })).get(atMs);
      if (counts !== undefined) found.set(botId, counts);
    }
    return found;
  }
  const list = sql.join(bots.map(({ botId, fromMs }) => sql`(${botId}, ${sql.lit(fromMs)})`));
  const wanted = sql`SELECT ${sql.lit(atMs)} AS moment_ms, column1 AS of_bot, column2 AS from_ms
    FROM (VALUES ${list}) AS list`;
  for (const row of await valueRows(db, sql`of_bot`, sql`from_ms`, wanted))
    note(found, row.of_bot, row, atMs, Number(row.from_ms));
  return found;
}

/** `wanted` has a row for each moment, and what `botId` and `from` name. */
async function valueRows(
  db: Kysely<Schema>,
  botId: BotId,
  from: RawBuilder<unknown>,
  wanted: RawBuilder<unknown>,
) {
  const { hourAt, reportAt } = lookupsOf(db, botId);
  const reports = sql`FROM reports WHERE bot_id = ${botId} AND at_ms >= ${from}`;
  const hours = sql`FROM report_hours
    WHERE bot_id = ${botId} AND hour_ms > ${from} - ${sql.lit(HOUR_MS)} AND hour_ms + last_offset_ms >= ${from}`;
  const report = sql`COALESCE(
    (SELECT max(at_ms) ${reports} AND at_ms <= moment_ms),
    (SELECT min(at_ms) ${reports}))`;
  const hour = sql`COALESCE(
    (SELECT max(hour_ms) ${hours} AND hour_ms <= moment_ms AND hour_ms + first_offset_ms <= moment_ms),
    (SELECT min(hour_ms) ${hours}))`;
  const { rows } = await sql<ValueRow>`
    WITH wanted AS MATERIALIZED (${wanted})
    SELECT wanted.*, hour_ms + first_offset_ms AS at_ms, server_first AS server_count, user_first AS user_count,
      hour_ms + last_offset_ms AS last_at_ms, server_last, user_last
    FROM wanted CROSS JOIN ${hourAt(hour, 'h')}
    UNION ALL
    SELECT wanted.*, at_ms, server_count, user_count, at_ms, server_count, user_count
    FROM wanted CROSS JOIN ${reportAt(report, 'r', 'max')}`.execute(db);
  return rows;
}

/** Of the reports of a row, those since `fromMs` may be the one that stands for the moment. */
function note<Key>(
  found: Map<Key, CountsAt>,
  key: Key,
  row: ValueRow,
  momentMs: number,
  fromMs: number,
): void {
  const first = { atMs: Number(row.at_ms), serverCount: row.server_count, userCount: row.user_count };
  const last = { atMs: Number(row.last_at_ms), serverCount: row.server_last, userCount: row.user_last };
  for (const each of [first, last])
    if (each.atMs >= fromMs) found.set(key, standing(momentMs, found.get(key), each));
}

/** Of two reports the one that stands for a moment: the later one at or before it, else the earlier one. */
function standing(momentMs: number, a: CountsAt | undefined, b: CountsAt): CountsAt {
  if (a === undefined) return b;
  const [earlier, later] = a.atMs <= b.atMs ? [a, b] : [b, a];
  return later.atMs <= momentMs ? later : earlier;
}

/**
 * Every hour and report covers a stretch of time, of length 0 if it is exact; the ends of the search
 * count as covered. A gap lies between one of them and what all before it cover.
 */
export async function gaps(db: Kysely<Schema>, query: GapsQuery): Promise<Gap[]> {
  const { botId, fromMs, toMs, exactFromMs, longerThanMs } = query;
  const [from, until, exactFrom, longerThan, firstHour, hour] = [
    fromMs,
    toMs,
    exactFromMs,
    longerThanMs,
    hourOf(fromMs),
    HOUR_MS,
  ].map((ms) => sql.lit(ms));
  const { rows } = await sql<{ from_ms: number; until_ms: number }>`
    WITH covered AS (
      SELECT hour_ms + CASE WHEN hour_ms < ${exactFrom} THEN 0 ELSE first_offset_ms END AS from_ms,
        hour_ms + CASE WHEN hour_ms < ${exactFrom} THEN ${hour} ELSE last_offset_ms END AS until_ms
      FROM report_hours WHERE bot_id = ${botId} AND hour_ms >= ${firstHour} AND hour_ms < ${until}
      UNION ALL
      SELECT hour_ms, hour_ms + ${hour} FROM (
        SELECT DISTINCT at_ms - at_ms % ${hour} AS hour_ms FROM reports
        WHERE bot_id = ${botId} AND at_ms >= ${firstHour} AND at_ms < ${until} AND at_ms < ${exactFrom}
      ) AS unfolded
      UNION ALL
      SELECT at_ms, at_ms FROM reports
      WHERE bot_id = ${botId} AND at_ms >= ${from} AND at_ms < ${until} AND at_ms >= ${exactFrom}
      UNION ALL SELECT ${from}, ${from}
      UNION ALL SELECT ${until}, ${until}
    ), ordered AS (
      SELECT from_ms AS until_ms, max(until_ms) OVER (
        ORDER BY from_ms, until_ms ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS from_ms
      FROM covered
    )
    SELECT from_ms, until_ms FROM ordered
    WHERE from_ms >= ${from} AND until_ms - from_ms > ${longerThan}
      AND (from_ms >= ${exactFrom} OR until_ms - from_ms >= ${hour})
    ORDER BY from_ms`.execute(db);
  return rows.map(({ from_ms, until_ms }) => ({ fromMs: Number(from_ms), toMs: Number(until_ms) }));
}

type StoredRow = {
  at_ms: number;
  hour_ms: number | null;
  first_at_ms: number;
  reports: number;
  server_first: number;
  server_count: number;
  server_min: number;
  server_max: number;
  user_first: number;
  user_count: number;
  user_min: number;
  user_max: number;
  shard_count: number;
};

/**
 * Both tables are read along their primary keys from the place where the page begins, so the cost
 * does not grow with what lies before it.
 */
export async function storedPoints(db: Kysely<Schema>, query: StoredPointsQuery): Promise<StoredPoint[]> {
  const { botId, order, after, max } = query;
  const isNewestFirst = order === 'newest';
  const direction = sql.raw(isNewestFirst ? 'DESC' : 'ASC');
  const fromMs = isNewestFirst || after === null ? query.fromMs : Math.max(query.fromMs, after.atMs);
  const untilMs = !isNewestFirst || after === null ? query.untilMs : Math.min(query.untilMs, after.atMs + 1);
  const skip = after?.skip ?? 0;
  const [from, until, firstHour, limit, offset] = [fromMs, untilMs, hourOf(fromMs), skip + max, skip].map(
    (n) => sql.lit(n),
  );
  const { rows } = await sql<StoredRow>`
    SELECT * FROM (
      SELECT hour_ms + last_offset_ms AS at_ms, 0 AS number, hour_ms, hour_ms + first_offset_ms AS first_at_ms, reports, server_first,
        server_last AS server_count, server_min, server_max, user_first, user_last AS user_count, user_min, user_max,
        shard_last AS shard_count
      FROM report_hours
      WHERE bot_id = ${botId} AND hour_ms >= ${firstHour} AND hour_ms < ${until}
        AND hour_ms + last_offset_ms >= ${from} AND hour_ms + last_offset_ms < ${until}
      ORDER BY hour_ms ${direction} LIMIT ${limit}
    ) hours
    UNION ALL
    SELECT * FROM (
      SELECT at_ms, number, CAST(NULL AS bigint) AS hour_ms, at_ms AS first_at_ms, 1 AS reports, server_count AS server_first, server_count,
        server_count AS server_min, server_count AS server_max, user_count AS user_first, user_count,
        user_count AS user_min, user_count AS user_max, shard_count
      FROM reports WHERE bot_id = ${botId} AND at_ms >= ${from} AND at_ms < ${until}
      ORDER BY at_ms ${direction}, number ${direction} LIMIT ${limit}
    ) single
    ORDER BY at_ms ${direction}, number ${direction} LIMIT ${sql.lit(max)} OFFSET ${offset}`.execute(db);
  return rows.map(toStoredPoint);
}

const toStoredPoint = (row: StoredRow): StoredPoint => ({
  atMs: row.at_ms,
  hourMs: row.hour_ms,
  firstAtMs: row.first_at_ms,
  reports: row.reports,
  serverCount: row.server_count,
  userCount: row.user_count,
  shardCount: row.shard_count,
  first: { serverCount: row.server_first, userCount: row.user_first },
  min: { serverCount: row.server_min, userCount: row.user_min },
  max: { serverCount: row.server_max, userCount: row.user_max },
});
