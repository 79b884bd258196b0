import { type Kysely, sql } from 'kysely';
import { MARKS_MAX, type Mark, type MarkKind } from '@/lib/domain/history/mark';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import type { Pause } from '@/lib/domain/silences/pause';
import { withinCalendar } from '@/lib/domain/text/time';
import type { Schema } from '../schema';

/** Stretches of time of a bot, half-open. */
type Span = { readonly fromMs: number; readonly untilMs: number };

/** A mark, or a pause without `kind`. */
type AnnotationRow = {
  at_ms: number;
  id: string;
  kind: MarkKind | null;
  label: string | null;
  until_ms: number;
};

/** The annotations of a bot’s history, which are read in the same turns. */
export const markReads = (db: Kysely<Schema>) => ({
  /** The newest `max` of a stretch of time, of all kinds or of one, oldest first. */
  async list(botId: string, { fromMs, untilMs }: Span, max: number, kind?: MarkKind): Promise<Mark[]> {
    const rows = await db
      .selectFrom('marks')
      .selectAll()
      .where('bot_id', '=', botId)
      .where('at_ms', '>=', fromMs)
      .where('at_ms', '<', untilMs)
      .$if(kind !== undefined, (of) => of.where('kind', '=', kind as MarkKind))
      .orderBy('at_ms', 'desc')
      .orderBy('id', 'desc')
      .limit(max)
      .execute();
    return rows
      .map(({ id, at_ms, kind, label }) => ({ id, atMs: withinCalendar(at_ms), kind, text: label }))
      .reverse();
  },
  /**
   * The newest `max` marks of a stretch of time, and the pauses that reach into it, both oldest first: one statement.
   */
  async annotations(botId: string, { fromMs, untilMs }: Span, max: number) {
    const [from, until, pausedFrom] = [fromMs, untilMs, fromMs - DAY_MS].map((ms) => sql.lit(ms));
    const { rows } = await sql<AnnotationRow>`
      SELECT * FROM (
        SELECT at_ms, id, kind, label, 0 AS until_ms FROM marks
        WHERE bot_id = ${botId} AND at_ms >= ${from} AND at_ms < ${until}
        ORDER BY at_ms DESC, id DESC LIMIT ${sql.lit(max)}
      ) AS newest
      UNION ALL
      SELECT from_ms, '', NULL, reason, until_ms FROM pauses
      WHERE bot_id = ${botId} AND from_ms >= ${pausedFrom} AND from_ms < ${until} AND until_ms > ${from}
      ORDER BY at_ms`.execute(db);
    return {
      marks: rows.flatMap(({ at_ms, id, kind, label }) =>
        kind === null ? [] : [{ id, atMs: withinCalendar(at_ms), kind, text: label ?? '' }],
      ),
      pauses: rows.flatMap(({ at_ms, kind, label, until_ms }) =>
        kind === null ? [{ fromMs: at_ms, untilMs: until_ms, reason: label }] : [],
      ),
    };
  },
  /** The pauses that reach into a stretch of time, oldest first. */
  async pauses(botId: string, { fromMs, untilMs }: Span): Promise<Pause[]> {
    const rows = await db
      .selectFrom('pauses')
      .selectAll()
      .where('bot_id', '=', botId)
      // A pause lasts a day at most.
      .where('from_ms', '>=', fromMs - DAY_MS)
      .where('from_ms', '<', untilMs)
      .where('until_ms', '>', fromMs)
      .orderBy('from_ms')
      .execute();
    return rows.map((row) => ({ fromMs: row.from_ms, untilMs: row.until_ms, reason: row.reason }));
  },
  /**
   * The reports that came within pauses since `fromMs`, by UTC day: the start of the day and how many. Of an hour that
   * is kept as a summary they are known if all of it was paused.
   */
  async reportsInPauses(botId: string, fromMs: number) {
    const [from, day, hour] = [fromMs, DAY_MS, HOUR_MS].map((ms) => sql.lit(ms));
    // A report belongs to one pause: those of a bot do not overlap.
    const { rows } = await sql<{ day: number; reports: number }>`
      SELECT at_ms / ${day} AS day, sum(reports) AS reports FROM (
        SELECT r.at_ms, 1 AS reports FROM pauses p JOIN reports r
          ON r.bot_id = p.bot_id AND r.at_ms >= p.from_ms AND r.at_ms < p.until_ms
        WHERE p.bot_id = ${botId} AND p.from_ms >= ${from} - ${day} AND r.at_ms >= ${from}
        UNION ALL
        SELECT h.hour_ms, h.reports FROM pauses p JOIN report_hours h
          ON h.bot_id = p.bot_id AND h.hour_ms >= p.from_ms AND h.hour_ms + ${hour} <= p.until_ms
        WHERE p.bot_id = ${botId} AND p.from_ms >= ${from} - ${day} AND h.hour_ms >= ${from}
      ) AS paused GROUP BY at_ms / ${day}`.execute(db);
    return rows.map((row) => ({ atMs: Number(row.day) * DAY_MS, reports: Number(row.reports) }));
  },
});

/** Marks and planned silences of bots (contract section 13). */
export const marks = (db: Kysely<Schema>) => ({
  ...markReads(db),
  /** Adds a mark; deletes the oldest of a bot that has MARKS_MAX others. */
  async add(botId: string, { id, atMs, kind, text }: Mark) {
    const oldest = db
      .selectFrom('marks')
      .select('id')
      .where('bot_id', '=', botId)
      .orderBy('at_ms', 'desc')
      .orderBy('id', 'desc')
      .limit(MARKS_MAX)
      .offset(MARKS_MAX - 1);
    await db.deleteFrom('marks').where('bot_id', '=', botId).where('id', 'in', oldest).execute();
    await db.insertInto('marks').values({ bot_id: botId, id, at_ms: atMs, kind, label: text }).execute();
  },
  /** Returns whether there was one. */
  async delete(botId: string, id: string) {
    const deleted = await db
      .deleteFrom('marks')
      .where('bot_id', '=', botId)
      .where('id', '=', id)
      .executeTakeFirst();
    return deleted.numDeletedRows > 0n;
  },
  /** How many pauses of a bot begin within a stretch of time. */
  async countPauses(botId: string, { fromMs, untilMs }: Span) {
    const row = await db
      .selectFrom('pauses')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('bot_id', '=', botId)
      .where('from_ms', '>=', fromMs)
      .where('from_ms', '<', untilMs)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  },
  /** Ends pauses that last longer than `atMs`. */
  async endPauses(botId: string, atMs: number) {
    await db
      .updateTable('pauses')
      .set({ until_ms: sql<number>`CASE WHEN from_ms > ${atMs} THEN from_ms ELSE ${atMs} END` })
      .where('bot_id', '=', botId)
      .where('until_ms', '>', atMs)
      .execute();
  },
  /** Adds a pause; replaces one that begins in the same millisecond. */
  async addPause(botId: string, { fromMs, untilMs, reason }: Pause) {
    const row = { until_ms: untilMs, reason };
    await db
      .insertInto('pauses')
      .values({ bot_id: botId, from_ms: fromMs, ...row })
      .onConflict((on) => on.columns(['bot_id', 'from_ms']).doUpdateSet(row))
      .execute();
  },
});
