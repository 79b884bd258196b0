import { type Kysely, sql } from 'kysely';
import type { StoredHistory } from '@/lib/domain/history/retention';
import type { StoredPointsQuery } from '@/lib/domain/history/summary';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { PAUSE_MAX_MS } from '@/lib/domain/silences/pause';
import { readStopped } from '@/lib/ports/fair-reads';
import type { Schema } from '../schema';
import { COLUMNS, toBot } from './bots';
import {
  type GapsQuery,
  gaps,
  lastReports,
  lastReportsOf,
  type ReportsOfQuery,
  storedPoints,
  type ValuesOfQuery,
  type ValuesQuery,
  valuesAt,
  valuesOf,
} from './history-reads';
import { markReads } from './marks';
import { isFast, type SeriesQuery, series } from './series';
import { usageReads } from './usage-reads';
import { voteReads } from './vote-reads';

/** Where the history of one bot is read: `slow` is for what takes milliseconds, and would block others on `fast`. */
export type HistoryReads = { readonly fast: Kysely<Schema>; readonly slow: Kysely<Schema> };

/** The reports of bots: as they were sent, and older ones as summaries of hours. */
export const history = (
  db: Kysely<Schema>,
  slowReads: Kysely<Schema>,
  { fast, slow }: HistoryReads,
  isSpread = false,
) => ({
  /** The votes of bots, which are read in the same turns. */
  votes: voteReads(slow),
  /** What used the quota, which is read in the same turns. */
  usage: usageReads(slow),
  /** Marks and planned silences, which are read in the same turns. */
  marks: markReads(slow),
  /** One point for each bucket with reports, oldest first. */
  series: (query: SeriesQuery) => series(isFast(query.fromMs, query.untilMs) ? fast : slow, query),
  /** Oldest first. */
  gaps: (query: GapsQuery) => gaps(isFast(query.fromMs, query.toMs) ? fast : slow, query),
  /**
   * By moment: the last report at or before it, else the oldest; empty without reports. Of an hour that is kept as a
   * summary the first and the last report are known.
   */
  valuesAt: (query: ValuesQuery) => valuesAt(fast, query),
  /** The same of several bots at one moment, by bot. */
  valuesOf: (query: ValuesOfQuery) => valuesOf(slow, query, isSpread),
  /** The last report of each bucket that is kept as it was sent, oldest first. */
  lastReports: (query: SeriesQuery) => lastReports(fast, query),
  /** `lastReports` of several bots, in any order. The cost grows with the reports that are returned. */
  lastReportsOf: (query: ReportsOfQuery) => lastReportsOf(slow, query, isSpread),
  /** Every report and hour, by the time of its last report. */
  page: (query: StoredPointsQuery) => storedPoints(slow, query),
  /** Ordered by bot id, starting after `afterBotId`. */
  list: (afterBotId: string, max: number) => list(db, afterBotId, max, isSpread),
  /**
   * Deletes up to `max` of a bot's oldest reports before `beforeMs`, up to `max` of its hours that end by then, and
   * the marks and planned silences of that time. Returns whether there are more.
   */
  async prune(botId: string, beforeMs: number, max: number) {
    await db.deleteFrom('marks').where('bot_id', '=', botId).where('at_ms', '<', beforeMs).execute();
    const pauses = db.deleteFrom('pauses').where('bot_id', '=', botId);
    await pauses.where('from_ms', '<', beforeMs - PAUSE_MAX_MS).execute();
    const hasMoreReports = await pruneReports(db, botId, beforeMs, max);
    return (await pruneHours(db, botId, beforeMs - HOUR_MS, max)) || hasMoreReports;
  },
  /** Reads whole tables. */
  async count() {
    const { rows } = await sql<{ reports: number; hours: number }>`
      SELECT (SELECT count(*) FROM reports) AS reports, (SELECT count(*) FROM report_hours) AS hours`.execute(
      slowReads,
    );
    return rows[0] ?? { reports: 0, hours: 0 };
  },
});

type ListedRow = {
  bot_id: string;
  oldest_report_ms: number | null;
  oldest_hour_ms: number | null;
  oldest_mark_ms: number | null;
  oldest_pause_ms: number | null;
};

/** Loose index scans over the primary keys: the cost grows with bots, not with reports. */
async function list(
  db: Kysely<Schema>,
  afterBotId: string,
  max: number,
  isSpread: boolean,
): Promise<StoredHistory[]> {
  const found = await (isSpread ? listOneByOne : listAtOnce)(db, afterBotId, max);
  if (found.length === 0) return [];
  const ids = found.map((row) => row.bot_id);
  const rows = await db.selectFrom('bots').select(COLUMNS).where('id', 'in', ids).execute();
  const bots = new Map(rows.map((row) => [row.id, toBot(row)]));
  return found.map(({ bot_id, oldest_report_ms, oldest_hour_ms, oldest_mark_ms, oldest_pause_ms }) => ({
    botId: bot_id,
    oldestReportMs: oldest_report_ms,
    oldestHourMs: oldest_hour_ms,
    oldestMarkMs: oldest_mark_ms,
    oldestPauseMs: oldest_pause_ms,
    bot: bots.get(bot_id) ?? null,
  }));
}

const oldestOf = (botId: ReturnType<typeof sql.val> | ReturnType<typeof sql.ref>) => sql`
      (SELECT min(r.at_ms) FROM reports r WHERE r.bot_id = ${botId}) AS oldest_report_ms,
      (SELECT min(h.hour_ms) FROM report_hours h WHERE h.bot_id = ${botId}) AS oldest_hour_ms,
      (SELECT min(m.at_ms) FROM marks m WHERE m.bot_id = ${botId}) AS oldest_mark_ms,
      (SELECT min(p.from_ms) FROM pauses p WHERE p.bot_id = ${botId}) AS oldest_pause_ms`;

/** Citus refuses a recursion over several bots. */
async function listOneByOne(db: Kysely<Schema>, afterBotId: string, max: number): Promise<ListedRow[]> {
  const found: ListedRow[] = [];
  for (let after = afterBotId; found.length < max; ) {
    const next = await sql<{ bot_id: string | null }>`SELECT ${nextBotId(sql.val(after))} AS bot_id`.execute(
      db,
    );
    const id = next.rows[0]?.bot_id ?? null;
    if (id === null) break;
    const { rows } = await sql<Omit<ListedRow, 'bot_id'>>`SELECT ${oldestOf(sql.val(id))}`.execute(db);
    if (rows[0] !== undefined) found.push({ bot_id: id, ...rows[0] });
    after = id;
  }
  return found;
}

async function listAtOnce(db: Kysely<Schema>, afterBotId: string, max: number): Promise<ListedRow[]> {
  const { rows: found } = await sql<ListedRow>`
    WITH RECURSIVE history (bot_id, place) AS (
      SELECT ${nextBotId(sql.val(afterBotId))}, 1
      UNION ALL
      SELECT ${nextBotId(sql.ref('history.bot_id'))}, place + 1
      FROM history WHERE history.bot_id IS NOT NULL AND place < ${sql.lit(max)}
    )
    SELECT bot_id, ${oldestOf(sql.ref('history.bot_id'))}
    FROM history WHERE bot_id IS NOT NULL ORDER BY place`.execute(db);
  return found;
}

/** The first bot id after `after` in any of the tables. */
const nextBotId = (after: ReturnType<typeof sql.val> | ReturnType<typeof sql.ref>) => sql`(
  SELECT min(bot_id) FROM (
    SELECT min(r.bot_id) AS bot_id FROM reports r WHERE r.bot_id > ${after}
    UNION ALL SELECT min(h.bot_id) FROM report_hours h WHERE h.bot_id > ${after}
    UNION ALL SELECT min(m.bot_id) FROM marks m WHERE m.bot_id > ${after}
    UNION ALL SELECT min(p.bot_id) FROM pauses p WHERE p.bot_id > ${after}
  ) AS next)`;

async function pruneReports(db: Kysely<Schema>, botId: string, beforeMs: number, max: number) {
  const firstToStay = await db
    .selectFrom('reports')
    .select(['at_ms', 'number'])
    .where('bot_id', '=', botId)
    .where('at_ms', '<', beforeMs)
    .orderBy('at_ms')
    .orderBy('number')
    .offset(max)
    .limit(1)
    .executeTakeFirst();
  const old = db.deleteFrom('reports').where('bot_id', '=', botId);
  if (firstToStay === undefined) {
    await old.where('at_ms', '<', beforeMs).execute();
    return false;
  }
  const { at_ms, number } = firstToStay;
  await old
    .where(({ eb, refTuple, tuple }) => eb(refTuple('at_ms', 'number'), '<', tuple(at_ms, number)))
    .execute();
  return true;
}

/** Deletes hours that start by `untilMs`. */
async function pruneHours(db: Kysely<Schema>, botId: string, untilMs: number, max: number) {
  const firstToStay = await db
    .selectFrom('report_hours')
    .select('hour_ms')
    .where('bot_id', '=', botId)
    .where('hour_ms', '<=', untilMs)
    .orderBy('hour_ms')
    .offset(max)
    .limit(1)
    .executeTakeFirst();
  const old = db.deleteFrom('report_hours').where('bot_id', '=', botId);
  await (firstToStay === undefined
    ? old.where('hour_ms', '<=', untilMs)
    : old.where('hour_ms', '<', firstToStay.hour_ms)
  ).execute();
  return firstToStay !== undefined;
}

/** A history, or a part of it, whose methods begin no further statement once `signal` is aborted. */
export function stoppable<History extends object>(history: History, signal: AbortSignal): History {
  const checked = (read: unknown) =>
    typeof read === 'function'
      ? async (...query: readonly unknown[]) => {
          if (signal.aborted) throw readStopped();
          return read(...query);
        }
      : stoppable(read as object, signal);
  return Object.fromEntries(Object.entries(history).map(([name, read]) => [name, checked(read)])) as History;
}
