import { type Kysely, type RawBuilder, sql } from 'kysely';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { PAUSE_MAX_MS } from '@/lib/domain/silences/pause';
import type { ServingTime, SilenceSearch } from '@/lib/domain/silences/silence';
import { isListed, TELLS_NO_SILENCE, toAccount } from '../account-row';
import type { Schema } from '../schema';

/**
 * Silences of bots. The last reports have no index, which each report would have to change, so bots are looked through
 * a slice at a time. `slowReads` runs everything: a slice is tens of thousands of rows.
 */
export const silences = (slowReads: Kysely<Schema>) => ({
  /**
   * Counts the next `max` bots after `afterBotId`, by id: all of them, those that cannot be silent yet (`alive`), and
   * those that `suspects` lists. `lastBotId` is empty if there are none.
   */
  async look(search: SilenceSearch, afterBotId: string, max: number) {
    const slice = slowReads
      .selectFrom('bots')
      .select(['id', 'plan', 'silent_after_ms', 'disabled_at_ms', 'alert_state'])
      .select(['last_report_at_ms', 'last_heartbeat_at_ms', 'paused_until_ms'])
      .where('id', '>', afterBotId)
      .orderBy('id')
      .limit(max);
    const row = await slowReads
      .selectFrom(slice.as('slice'))
      .select((eb) => [eb.fn.countAll().as('bots'), eb.fn.max('id').as('last_id')])
      .select(numberOf(isAlive(search)).as('alive'))
      .select(numberOf(isSuspect(search)).as('suspects'))
      .executeTakeFirstOrThrow();
    return {
      bots: Number(row.bots),
      lastBotId: row.last_id ?? '',
      alive: Number(row.alive),
      suspects: Number(row.suspects),
    };
  },
  /**
   * Up to `max` bots after `afterBotId` until `lastBotId`, by id, whose silence may have to be notified, or its end:
   * bots that can be silent and were not notified, and ones that were and sent a heartbeat within the last hour. With
   * the last bot of these, also if it cannot be read.
   */
  async suspects(search: SilenceSearch, afterBotId: string, lastBotId: string, max: number) {
    const rows = await slowReads
      .selectFrom('bots')
      .selectAll()
      .where('id', '>', afterBotId)
      .where('id', '<=', lastBotId)
      .where(isSuspect(search))
      .orderBy('id')
      .limit(max)
      .execute();
    return { accounts: rows.filter(isListed).map(toAccount), lastBotId: rows.at(-1)?.id ?? lastBotId };
  },
  /** How many silences were notified since. */
  async countNotified(sinceMs: number) {
    const row = await slowReads
      .selectFrom('events')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('at_ms', '>', sinceMs)
      .where('type', '=', 'bot.silent')
      .executeTakeFirstOrThrow();
    return Number(row.n);
  },
});

const numberOf = (condition: RawBuilder<boolean>) =>
  sql<number>`coalesce(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0)`;

/** Times are literals: PostgreSQL would take parameters in a CASE for text. */
const signAfter = (ms: RawBuilder<number>) =>
  sql<boolean>`(coalesce(last_report_at_ms, -1) > ${ms} OR coalesce(last_heartbeat_at_ms, -1) > ${ms})`;

/** pauseEndMs as SQL. */
const pauseAfter = ({ nowMs }: SilenceSearch, ms: RawBuilder<number>) =>
  sql<boolean>`(paused_until_ms > ${ms} AND paused_until_ms <= ${sql.lit(nowMs + PAUSE_MAX_MS)})`;

/** A bot whose last sign is later cannot be silent. */
function limitOf({ nowMs, lastSignMs, lastSignOfOwnMs }: SilenceSearch): RawBuilder<number> {
  const { free, premium, business } = lastSignMs;
  return sql`CASE
    WHEN ${sql.lit(nowMs)} - silent_after_ms < ${sql.lit(lastSignOfOwnMs)} THEN ${sql.lit(nowMs)} - silent_after_ms
    WHEN silent_after_ms IS NOT NULL THEN ${sql.lit(lastSignOfOwnMs)}
    WHEN plan = 'free' THEN ${sql.lit(free)}
    WHEN plan = 'premium' THEN ${sql.lit(premium)}
    ELSE ${sql.lit(business)} END`;
}

const isAlive = (search: SilenceSearch) =>
  sql<boolean>`(disabled_at_ms IS NULL AND ${signAfter(limitOf(search))}
    AND ${pauseAfter(search, sql.lit(search.nowMs))} IS NOT TRUE)`;

const IS_TOLD = sql<boolean>`(alert_state <> '' AND alert_state NOT LIKE ${sql.lit(TELLS_NO_SILENCE)})`;

const isSuspect = (search: SilenceSearch) => sql<boolean>`(
  disabled_at_ms IS NULL AND CASE WHEN ${IS_TOLD}
    THEN coalesce(last_heartbeat_at_ms, -1) > ${sql.lit(search.nowMs - HOUR_MS)}
    ELSE ${signAfter(sql.lit(search.fromMs))} AND NOT ${signAfter(limitOf(search))}
      AND ${pauseAfter(search, limitOf(search))} IS NOT TRUE END)`;

/** The times in which at least one instance was serving. */
export const serving = (db: Kysely<Schema>) => ({
  /** Extends the current stretch until `untilMs`; starts a new one at `nowMs` if it has ended. */
  async renew(nowMs: number, untilMs: number) {
    const renewed = await db
      .updateTable('serving_times')
      .set({ until_ms: sql<number>`CASE WHEN until_ms > ${untilMs} THEN until_ms ELSE ${untilMs} END` })
      .where('from_ms', '=', (eb) =>
        eb.selectFrom('serving_times').select((of) => of.fn.max('from_ms').as('at')),
      )
      .where('until_ms', '>=', nowMs)
      .executeTakeFirst();
    if (renewed.numUpdatedRows > 0n) return;
    await db
      .insertInto('serving_times')
      .values({ from_ms: nowMs, until_ms: untilMs })
      .onConflict((conflict) => conflict.column('from_ms').doUpdateSet({ until_ms: untilMs }))
      .execute();
  },
  /** The stretches that end after `fromMs`. */
  async since(fromMs: number): Promise<ServingTime[]> {
    const rows = await db.selectFrom('serving_times').selectAll().where('until_ms', '>', fromMs).execute();
    return rows.map((row) => ({ fromMs: row.from_ms, untilMs: row.until_ms }));
  },
  /** Deletes the stretches that ended before. */
  async prune(beforeMs: number) {
    await db.deleteFrom('serving_times').where('until_ms', '<', beforeMs).execute();
  },
});

/** What is known about the service itself: counts, searches and claims of jobs, the last backup, the last common outage. */
type FactName = 'bots' | 'backup' | 'silences' | 'outage' | 'folding' | 'watchdog' | 'backups';

export const serviceFacts = (db: Kysely<Schema>, databaseBytes: RawBuilder<number>) => ({
  /** The form of `value` is unknown: another version may have written it. */
  async find(name: FactName) {
    const row = await db.selectFrom('service_facts').selectAll().where('name', '=', name).executeTakeFirst();
    return row === undefined ? null : { atMs: row.at_ms, value: parsed(row.value_json) };
  },
  async put(name: FactName, value: object, nowMs: number) {
    const row = { at_ms: nowMs, value_json: JSON.stringify(value) };
    await db
      .insertInto('service_facts')
      .values({ name, ...row })
      .onConflict((on) => on.column('name').doUpdateSet(row))
      .execute();
  },
  /** The size of the database in bytes. */
  async databaseBytes() {
    const { rows } = await sql<{ bytes: number }>`SELECT ${databaseBytes} AS bytes`.execute(db);
    return Number(rows[0]?.bytes ?? 0);
  },
});

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
