import { type Kysely, sql } from 'kysely';
import { MARKS_MAX, type MarkKind } from '@/lib/domain/history/mark';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import { withinCalendar } from '@/lib/domain/text/time';
import type { MarkReads, Marks } from '@/lib/ports/marks';
import type { Schema } from '../schema';

/** A mark, or a pause without `kind`. */
type AnnotationRow = {
  at_ms: number;
  id: string;
  kind: MarkKind | null;
  label: string | null;
  until_ms: number;
};

export const markReads = (db: Kysely<Schema>): MarkReads => ({
  async list(botId, { fromMs, untilMs }, max) {
    const rows = await db
      .selectFrom('marks')
      .selectAll()
      .where('bot_id', '=', botId)
      .where('at_ms', '>=', fromMs)
      .where('at_ms', '<', untilMs)
      .orderBy('at_ms', 'desc')
      .orderBy('id', 'desc')
      .limit(max)
      .execute();
    return rows
      .map(({ id, at_ms, kind, label }) => ({ id, atMs: withinCalendar(at_ms), kind, text: label }))
      .reverse();
  },
  async annotations(botId, { fromMs, untilMs }, max) {
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
  async pauses(botId, { fromMs, untilMs }) {
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
  async reportsInPauses(botId, fromMs) {
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

export const marks = (db: Kysely<Schema>): Marks => ({
  ...markReads(db),
  async add(botId, { id, atMs, kind, text }) {
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
  async delete(botId, id) {
    const deleted = await db
      .deleteFrom('marks')
      .where('bot_id', '=', botId)
      .where('id', '=', id)
      .executeTakeFirst();
    return deleted.numDeletedRows > 0n;
  },
  async countPauses(botId, { fromMs, untilMs }) {
    const row = await db
      .selectFrom('pauses')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('bot_id', '=', botId)
      .where('from_ms', '>=', fromMs)
      .where('from_ms', '<', untilMs)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  },
  async endPauses(botId, atMs) {
    await db
      .updateTable('pauses')
      .set({ until_ms: sql<number>`CASE WHEN from_ms > ${atMs} THEN from_ms ELSE ${atMs} END` })
      .where('bot_id', '=', botId)
      .where('until_ms', '>', atMs)
      .execute();
  },
  async addPause(botId, { fromMs, untilMs, reason }) {
    const row = { until_ms: untilMs, reason };
    await db
      .insertInto('pauses')
      .values({ bot_id: botId, from_ms: fromMs, ...row })
      .onConflict((on) => on.columns(['bot_id', 'from_ms']).doUpdateSet(row))
      .execute();
  },
});
