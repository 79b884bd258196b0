import { type Kysely, sql } from 'kysely';
import { DELIVERIES_LOGGED, type LoggedDelivery, type RefusedSignatures } from '@/lib/domain/votes/vote';
import type { Schema } from '../schema';
import { byBytes } from './paging';

export const later = (table: string, column: string) =>
  sql<number>`CASE WHEN excluded.${sql.ref(column)} > ${sql.ref(`${table}.${column}`)}
    THEN excluded.${sql.ref(column)} ELSE ${sql.ref(`${table}.${column}`)} END`;
export const added = (table: string, column: string) =>
  sql<number>`${sql.ref(`${table}.${column}`)} + excluded.${sql.ref(column)}`;

/** What sources have sent: their last deliveries, and how many signatures were refused. */
export const voteLogs = (db: Kysely<Schema>) => ({
  /** Adds deliveries to the logs of their sources, which keep the last DELIVERIES_LOGGED. */
  async log(all: readonly LoggedDelivery[]) {
    if (all.length === 0) return;
    const rows = all.map(({ id, botId, sourceId, atMs, ...rest }) => ({
      id,
      bot_id: botId,
      source_id: sourceId,
      at_ms: atMs,
      ...rest,
    }));
    await db.insertInto('vote_deliveries').values(rows).execute();
    for (const sourceId of new Set(all.map((each) => each.sourceId))) {
      const kept = db
        .selectFrom('vote_deliveries')
        .select('id')
        .where('source_id', '=', sourceId)
        .orderBy('at_ms', 'desc')
        .orderBy(byBytes('id'), 'desc')
        .limit(DELIVERIES_LOGGED);
      await db
        .deleteFrom('vote_deliveries')
        .where('source_id', '=', sourceId)
        .where('id', 'not in', kept)
        .execute();
    }
  },
  /** The newest first. */
  async listDeliveries(sourceId: string): Promise<LoggedDelivery[]> {
    const rows = await db
      .selectFrom('vote_deliveries')
      .selectAll()
      .where('source_id', '=', sourceId)
      .orderBy('at_ms', 'desc')
      .orderBy(byBytes('id'), 'desc')
      .limit(DELIVERIES_LOGGED)
      .execute();
    return rows.map(({ bot_id, source_id, at_ms, ...rest }) => ({
      ...rest,
      botId: bot_id,
      sourceId: source_id,
      atMs: at_ms,
    }));
  },
  async addRefused(all: readonly RefusedSignatures[]) {
    if (all.length === 0) return;
    const rows = all
      .map(({ sourceId, botId, hourMs, count, lastAtMs }) => ({
        source_id: sourceId,
        hour_ms: hourMs,
        bot_id: botId,
        count,
        last_at_ms: lastAtMs,
      }))
      .sort((a, b) => (a.source_id < b.source_id ? -1 : 1));
    await db
      .insertInto('vote_refusals')
      .values(rows)
      .onConflict((on) =>
        on.columns(['source_id', 'hour_ms']).doUpdateSet({
          count: added('vote_refusals', 'count'),
          last_at_ms: later('vote_refusals', 'last_at_ms'),
        }),
      )
      .execute();
  },
  /** The newest hour first. */
  async listRefused(sourceId: string, sinceMs: number) {
    const rows = await db
      .selectFrom('vote_refusals')
      .selectAll()
      .where('source_id', '=', sourceId)
      .where('hour_ms', '>=', sinceMs)
      .orderBy('hour_ms', 'desc')
      .execute();
    return rows.map(
      (row): RefusedSignatures => ({
        sourceId: row.source_id,
        botId: row.bot_id,
        hourMs: row.hour_ms,
        count: row.count,
        lastAtMs: row.last_at_ms,
      }),
    );
  },
});
