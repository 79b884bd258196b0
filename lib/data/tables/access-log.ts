import { type Kysely, type Selectable, sql } from 'kysely';
import type { AccessRecord } from '@/lib/domain/access';
import { PAGE_SIZE } from '@/lib/domain/paging';
import { HOUR_MS } from '@/lib/domain/plan';
import type { AccessLog } from '@/lib/ports/logs';
import type { Schema } from '../schema';
import { byBytes, matches, totalOf } from './paging';

type Row = Selectable<Schema['access_log']> & { subject_email: string | null };

const toRecord = (row: Row): AccessRecord => ({
  hourMs: row.hour_ms,
  kind: row.kind,
  subject: row.subject,
  subjectEmail: row.subject_email,
  count: row.count,
  lastAtMs: row.last_at_ms,
  detail: row.last_detail,
  address: row.last_address,
});

export const accessLog = (db: Kysely<Schema>, slowReads: Kysely<Schema>): AccessLog => ({
  async record({ kind, subject, detail, address }, nowMs) {
    const last = { last_at_ms: nowMs, last_detail: detail, last_address: address };
    await db
      .insertInto('access_log')
      .values({ hour_ms: nowMs - (nowMs % HOUR_MS), kind, subject, count: 1, ...last })
      .onConflict((on) =>
        on
          .columns(['hour_ms', 'kind', 'subject'])
          .doUpdateSet({ ...last, count: sql<number>`${sql.ref('access_log.count')} + 1` }),
      )
      .execute();
  },
  async search({ text, isDescending, page }) {
    const filtered = slowReads
      .selectFrom('access_log')
      .leftJoin('users', 'users.id', 'access_log.subject')
      .selectAll('access_log')
      .select('users.email as subject_email')
      .where(
        matches(text, [
          ...['access_log.kind', 'access_log.last_detail', 'access_log.last_address'],
          ...['access_log.subject', 'users.email'],
        ]),
      );
    const direction = isDescending ? 'desc' : 'asc';
    const rows = await filtered
      .orderBy('access_log.last_at_ms', direction)
      .orderBy(byBytes('access_log.subject'), direction)
      .orderBy(byBytes('access_log.kind'), direction)
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE)
      .execute();
    return { rows: rows.map(toRecord), total: await totalOf(filtered) };
  },
  async listBefore(beforeMs, max, except) {
    return db
      .selectFrom('access_log')
      .select(['hour_ms as hourMs', ID.as('id')])
      .where('hour_ms', '<=', beforeMs - HOUR_MS)
      .$if(except.length > 0, (some) => some.where(ID, 'not in', except))
      .orderBy('hour_ms')
      .limit(max)
      .execute();
  },
  async delete(rows) {
    await db
      .deleteFrom('access_log')
      .where('hour_ms', 'in', [...new Set(rows.map(({ hourMs }) => hourMs))])
      .where(
        ID,
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  },
});

/** The primary key as one text: SQLite compares no lists of several columns. */
const ID = sql<string>`hour_ms || ' ' || kind || ' ' || subject`;
