import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema';

type Moment = RawBuilder<unknown>;
/** An id, or the column of an earlier item of FROM that has it. */
export type BotId = string | RawBuilder<unknown>;

/** What follows CROSS JOIN: finds the row of a bot for each time that an earlier item of FROM has, if there is one. */
export type Lookups = {
  readonly hourAt: (hourMs: Moment, as: string) => RawBuilder<unknown>;
  /** Of several reports at the same millisecond, as after a clock step, the first (`min`) or the last (`max`). */
  readonly reportAt: (atMs: Moment, as: string, which: 'min' | 'max') => RawBuilder<unknown>;
};

/**
 * Finds rows by their whole key. On PostgreSQL as LATERAL with a limit, which keeps the planner from joining in another
 * order: with statistics of a time when the table was empty, it reads all rows of the bot for every moment. SQLite has no
 * LATERAL, and joins in the order that is written.
 */
export const lookupsOf = (db: Kysely<Schema>, botId: BotId): Lookups =>
  db.getExecutor().adapter instanceof PostgresAdapter ? lateral(botId) : joined(botId);

const lateral = (botId: BotId): Lookups => ({
  hourAt: (hourMs, as) =>
    sql`LATERAL (SELECT * FROM report_hours WHERE bot_id = ${botId} AND hour_ms = ${hourMs} LIMIT 1) ${sql.raw(as)}`,
  reportAt: (atMs, as, which) =>
    sql`LATERAL (SELECT * FROM reports WHERE bot_id = ${botId} AND at_ms = ${atMs}
      ORDER BY number ${sql.raw(which === 'min' ? 'ASC' : 'DESC')} LIMIT 1) ${sql.raw(as)}`,
});

const joined = (botId: BotId): Lookups => ({
  hourAt: (hourMs, as) => {
    const row = sql.raw(as);
    return sql`report_hours ${row} ON ${row}.bot_id = ${botId} AND ${row}.hour_ms = ${hourMs}`;
  },
  reportAt: (atMs, as, which) => {
    const row = sql.raw(as);
    return sql`reports ${row} ON ${row}.bot_id = ${botId} AND ${row}.at_ms = ${atMs} AND ${row}.number = (
      SELECT ${sql.raw(which)}(number) FROM reports WHERE bot_id = ${botId} AND at_ms = ${row}.at_ms)`;
  },
});
