import { type Kysely, type RawBuilder, sql } from 'kysely';
import { EXPIRED_HOURS_AT_ONCE, lastDueAtMs, type OldestReports } from '@/lib/domain/history/retention';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import type { Schema } from '../schema';

/** What each kind of database writes differently. */
export type FoldingSql = {
  /** `greatest` and `least` of several values, as the database calls them. */
  readonly greatest: RawBuilder<unknown>;
  readonly least: RawBuilder<unknown>;
  /** Ends a select that locks its row. */
  readonly lockedRow: RawBuilder<unknown>;
  /** Lets the commit of the transaction not wait for the disk. */
  readonly withoutSync: RawBuilder<unknown>;
};

/** Replaces the oldest reports of bots by summaries of their hours, or deletes them. */
export const folding = (db: Kysely<Schema>, own: FoldingSql) => ({
  /** From when reports are folded; `null` if that was never set. */
  async startsAtMs() {
    const { rows } = await sql<{ starts_at_ms: number }>`SELECT starts_at_ms FROM folding`.execute(db);
    return rows[0]?.starts_at_ms ?? null;
  },
  /** Lets folding start at `fromMs`, unless it starts earlier. */
  async start(fromMs: number) {
    await sql`INSERT INTO folding (id, starts_at_ms) VALUES (1, ${fromMs})
      ON CONFLICT (id) DO UPDATE SET starts_at_ms = excluded.starts_at_ms
      WHERE excluded.starts_at_ms < folding.starts_at_ms`.execute(db);
  },
  /** Up to `max` bots whose oldest hours are due at `nowMs`, those with the oldest first. */
  async due(nowMs: number, except: readonly string[], max: number): Promise<string[]> {
    let due = db.selectFrom('bots').select('id');
    due = due.where(({ or, eb }) =>
      or([eb('history_due_at_ms', '<=', nowMs), eb('history_due_at_ms', '>', lastDueAtMs(nowMs))]),
    );
    if (except.length > 0) due = due.where('id', 'not in', except);
    return (await due.orderBy('history_due_at_ms').limit(max).execute()).map(({ id }) => id);
  },
  /**
   * The oldest reports of a bot; `null` if there is no such bot. Until the end of the transaction no call of the bot is
   * written, so that none is deleted that is not folded. The commit does not wait for the disk, and no call for it: it
   * acknowledges nothing, and what a crash undoes is folded again.
   */
  async lockOldest(botId: string, fromMs: number): Promise<OldestReports | null> {
    const { rows } = await sql<BotRow>`SELECT plan, plan_changed_at_ms, former_history_days${own.withoutSync}
      FROM bots WHERE id = ${botId} ${own.lockedRow}`.execute(db);
    const [bot] = rows;
    return bot === undefined
      ? null
      : {
          retention: {
            plan: bot.plan,
            planChangedAtMs: bot.plan_changed_at_ms,
            formerHistoryDays: bot.former_history_days,
          },
          oldestMs: await this.oldestReportMs(botId, fromMs),
          foldingFromMs: (await this.startsAtMs()) ?? Number.MAX_SAFE_INTEGER,
        };
  },
  /** The time of a bot's oldest report since `fromMs`: PostgreSQL searches through deleted ones until they are vacuumed. */
  async oldestReportMs(botId: string, fromMs: number) {
    const ofBot = db.selectFrom('reports').select('at_ms').where('bot_id', '=', botId);
    const oldest = ofBot.where('at_ms', '>=', fromMs).orderBy('at_ms').limit(1);
    return (await oldest.executeTakeFirst())?.at_ms ?? null;
  },
  /** Summarizes reports by hour, as `summarize` does, and merges them into report_hours, as `mergeSummaries` does. */
  async fold(botId: string, fromMs: number, untilMs: number) {
    const { greatest, least } = own;
    const each = (columns: readonly string[], value: (column: string) => RawBuilder<unknown>) =>
      sql.join(columns.map((column) => sql`${sql.raw(column)} = ${value(column)}`));
    const merged = (name: RawBuilder<unknown>) => (column: string) =>
      sql`${name}(h.${sql.raw(column)}, excluded.${sql.raw(column)})`;
    await sql`INSERT INTO report_hours AS h (${sql.raw(HOUR_COLUMNS)}) ${sql.raw(SUMMARIES)}
      FROM (
        SELECT r.*, ${HOUR} AS hour_ms, lag(at_ms) OVER by_time AS before_ms, lead(at_ms) OVER by_time AS after_ms
        FROM reports AS r WHERE bot_id = ${botId} AND at_ms >= ${fromMs} AND at_ms < ${untilMs}
        WINDOW by_time AS (PARTITION BY bot_id, ${HOUR} ORDER BY at_ms, number)
      ) AS of_hour
      GROUP BY bot_id, hour_ms
      ON CONFLICT (bot_id, hour_ms) DO UPDATE SET
        reports = h.reports + excluded.reports,
        longest_gap_ms = ${greatest}(h.longest_gap_ms, excluded.longest_gap_ms,
          excluded.first_offset_ms - h.last_offset_ms, h.first_offset_ms - excluded.last_offset_ms),
        ${each(['first_offset_ms', 'server_min', 'user_min'], merged(least))},
        ${each(['last_offset_ms', 'server_max', 'user_max'], merged(greatest))},
        ${each(['server_first', 'user_first'], (column) =>
          sql.raw(`CASE WHEN
          excluded.first_offset_ms < h.first_offset_ms THEN excluded.${column} ELSE h.${column} END`),
        )},
        ${each(['server_last', 'user_last', 'shard_last'], (column) =>
          sql.raw(`CASE WHEN
          excluded.last_offset_ms >= h.last_offset_ms THEN excluded.${column} ELSE h.${column} END`),
        )}`.execute(db);
  },
  async deleteReports(botId: string, fromMs: number, untilMs: number) {
    const ofBot = db.deleteFrom('reports').where('bot_id', '=', botId);
    await ofBot.where('at_ms', '>=', fromMs).where('at_ms', '<', untilMs).execute();
  },
  /** Deletes the oldest hours before `beforeMs`, some at a time. */
  async deleteHours(botId: string, beforeMs: number) {
    const ofBot = db.selectFrom('report_hours').select('hour_ms').where('bot_id', '=', botId);
    const expired = ofBot.where('hour_ms', '<', beforeMs).orderBy('hour_ms').limit(EXPIRED_HOURS_AT_ONCE);
    await db.deleteFrom('report_hours').where('bot_id', '=', botId).where('hour_ms', 'in', expired).execute();
  },
  async setDue(botId: string, dueAtMs: number) {
    await db.updateTable('bots').set({ history_due_at_ms: dueAtMs }).where('id', '=', botId).execute();
  },
});

type BotRow = Pick<Schema['bots'], 'plan' | 'plan_changed_at_ms' | 'former_history_days'>;

/** The start of the hour of a report, written so that no engine divides to decimals. */
const HOUR = sql.raw(`at_ms - at_ms % ${HOUR_MS}`);

const HOUR_COLUMNS = `bot_id, hour_ms, reports, first_offset_ms, last_offset_ms, longest_gap_ms,
  server_first, server_last, server_min, server_max, shard_last, user_first, user_last, user_min, user_max`;

/** The values of HOUR_COLUMNS. */
const SUMMARIES = `SELECT bot_id, hour_ms, count(*), min(at_ms) - hour_ms, max(at_ms) - hour_ms,
  coalesce(max(at_ms - before_ms), 0),
  max(CASE WHEN before_ms IS NULL THEN server_count END), max(CASE WHEN after_ms IS NULL THEN server_count END),
  min(server_count), max(server_count), max(CASE WHEN after_ms IS NULL THEN shard_count END),
  max(CASE WHEN before_ms IS NULL THEN user_count END), max(CASE WHEN after_ms IS NULL THEN user_count END),
  min(user_count), max(user_count)`;
