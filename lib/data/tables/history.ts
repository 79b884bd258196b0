import { type Kysely, sql } from 'kysely';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { readStopped } from '@/lib/ports/fair-reads';
import type { History, StoredHistory } from '@/lib/ports/history';
import type { Schema } from '../schema';
import { COLUMNS, toBot } from './bots';
import { gaps, lastReports, storedPoints, valuesAt } from './history-reads';
import { isFast, series } from './series';

/** Where the history of one bot is read: `slow` is for what takes milliseconds, and would block others on `fast`. */
export type HistoryReads = { readonly fast: Kysely<Schema>; readonly slow: Kysely<Schema> };

export const history = (
  db: Kysely<Schema>,
  slowReads: Kysely<Schema>,
  { fast, slow }: HistoryReads,
): History => ({
  series: (query) => series(isFast(query.fromMs, query.untilMs) ? fast : slow, query),
  gaps: (query) => gaps(isFast(query.fromMs, query.toMs) ? fast : slow, query),
  valuesAt: (query) => valuesAt(fast, query),
  lastReports: (query) => lastReports(fast, query),
  page: (query) => storedPoints(slow, query),
  async oldestReportMs(botId, fromMs) {
    const ofBot = db.selectFrom('reports').select('at_ms').where('bot_id', '=', botId);
    const oldest = ofBot.where('at_ms', '>=', fromMs).orderBy('at_ms').limit(1);
    return (await oldest.executeTakeFirst())?.at_ms ?? null;
  },
  list: (afterBotId, max) => list(db, afterBotId, max),
  async prune(botId, beforeMs, max) {
    const hasMoreReports = await pruneReports(db, botId, beforeMs, max);
    return (await pruneHours(db, botId, beforeMs - HOUR_MS, max)) || hasMoreReports;
  },
  async count() {
    const { rows } = await sql<{ reports: number; hours: number }>`
      SELECT (SELECT count(*) FROM reports) AS reports, (SELECT count(*) FROM report_hours) AS hours`.execute(
      slowReads,
    );
    return rows[0] ?? { reports: 0, hours: 0 };
  },
  async foldingFromMs() {
    const { rows } = await sql<{ starts_at_ms: number }>`SELECT starts_at_ms FROM folding`.execute(db);
    return rows[0]?.starts_at_ms ?? null;
  },
  async startFolding(fromMs) {
    await sql`INSERT INTO folding (id, starts_at_ms) VALUES (1, ${fromMs})
      ON CONFLICT (id) DO UPDATE SET starts_at_ms = excluded.starts_at_ms
      WHERE excluded.starts_at_ms < folding.starts_at_ms`.execute(db);
  },
});

type ListedRow = { bot_id: string; oldest_report_ms: number | null; oldest_hour_ms: number | null };

/** Loose index scans over the primary keys: the cost grows with bots, not with reports. */
async function list(db: Kysely<Schema>, afterBotId: string, max: number): Promise<StoredHistory[]> {
  const { rows: found } = await sql<ListedRow>`
    WITH RECURSIVE history (bot_id, place) AS (
      SELECT ${nextBotId(sql.val(afterBotId))}, 1
      UNION ALL
      SELECT ${nextBotId(sql.ref('history.bot_id'))}, place + 1
      FROM history WHERE history.bot_id IS NOT NULL AND place < ${sql.lit(max)}
    )
    SELECT bot_id,
      (SELECT min(r.at_ms) FROM reports r WHERE r.bot_id = history.bot_id) AS oldest_report_ms,
      (SELECT min(h.hour_ms) FROM report_hours h WHERE h.bot_id = history.bot_id) AS oldest_hour_ms
    FROM history WHERE bot_id IS NOT NULL ORDER BY place`.execute(db);
  if (found.length === 0) return [];
  const ids = found.map((row) => row.bot_id);
  const rows = await db.selectFrom('bots').select(COLUMNS).where('id', 'in', ids).execute();
  const bots = new Map(rows.map((row) => [row.id, toBot(row)]));
  return found.map(({ bot_id, oldest_report_ms, oldest_hour_ms }) => ({
    botId: bot_id,
    oldestReportMs: oldest_report_ms,
    oldestHourMs: oldest_hour_ms,
    bot: bots.get(bot_id) ?? null,
  }));
}

/** The first bot id after `after` in either table. */
const nextBotId = (after: ReturnType<typeof sql.val> | ReturnType<typeof sql.ref>) => sql`(
  SELECT min(bot_id) FROM (
    SELECT min(r.bot_id) AS bot_id FROM reports r WHERE r.bot_id > ${after}
    UNION ALL SELECT min(h.bot_id) FROM report_hours h WHERE h.bot_id > ${after}
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

/** A history whose reads begin no further statement once `signal` is aborted. */
export function stoppable(history: History, signal: AbortSignal): History {
  const checked =
    <Query, Found>(read: (query: Query) => Promise<Found>) =>
    async (query: Query) => {
      if (signal.aborted) throw readStopped();
      return read(query);
    };
  const { series, gaps, valuesAt, lastReports, page } = history;
  return {
    ...history,
    series: checked(series),
    gaps: checked(gaps),
    valuesAt: checked(valuesAt),
    lastReports: checked(lastReports),
    page: checked(page),
  };
}
