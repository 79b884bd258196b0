import { type Kysely, type Selectable, sql } from 'kysely';
import type { AccessRecord, AuditRecord } from '@/lib/domain/people/audit';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { ENDED_KEY_ERROR, REFUSALS_MAX, type RefusalRow } from '@/lib/domain/reports/refusal';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import { withinCalendar } from '@/lib/domain/text/time';
import type { AccessLog, AuditLog, Refusals } from '@/lib/ports/logs';
import type { Schema } from '../schema';
import { byBytes, byNumber, inPage, matches, totalOf } from './paging';

const SORTS = { time: byNumber('audit_log.id') } as const;

type Row = Selectable<Schema['audit_log']> & { actor_email: string | null; subject_email: string | null };

const toRecord = (row: Row): AuditRecord => ({
  id: row.id,
  atMs: row.at_ms,
  actor: row.actor,
  actorEmail: row.actor_email,
  action: row.action,
  subject: row.subject,
  subjectEmail: row.subject_email,
  before: changesIn(row.before_json),
  after: changesIn(row.after_json),
});

/** Entries are kept forever: one that is not a JSON object (never written by this program) is shown as text. */
function changesIn(json: string | null): object | null {
  if (json === null) return null;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' ? value : { json };
  } catch {
    return { json };
  }
}

const withEmails = (db: Kysely<Schema>) =>
  db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor')
    .leftJoin('users as subjects', 'subjects.id', 'audit_log.subject')
    .selectAll('audit_log')
    .select(['users.email as actor_email', 'subjects.email as subject_email']);

export const auditLog = (db: Kysely<Schema>, slowReads: Kysely<Schema>): AuditLog => ({
  async append({ actor, action, subject, before, after }, nowMs) {
    await db
      .insertInto('audit_log')
      .values({
        at_ms: nowMs,
        actor,
        action,
        subject,
        before_json: before === undefined ? null : JSON.stringify(before),
        after_json: after === undefined ? null : JSON.stringify(after),
      })
      .execute();
  },
  async listOfSubject(subject, sinceMs, max) {
    const rows = await withEmails(db)
      .where('audit_log.subject', '=', subject)
      .where('audit_log.at_ms', '>=', sinceMs)
      .orderBy('audit_log.id', 'desc')
      .limit(max)
      .execute();
    return rows.map(toRecord);
  },
  async search(query, { kind, person, bot } = {}) {
    const filtered = withEmails(slowReads)
      .where(
        matches(query.text, [
          'audit_log.action',
          'audit_log.subject',
          'audit_log.actor',
          'users.email',
          'subjects.email',
        ]),
      )
      .$if(kind !== undefined, (all) => all.where('audit_log.action', 'like', `${kind}.%`))
      .$if(bot !== undefined, (all) => all.where('audit_log.subject', '=', bot ?? ''))
      .$if(person !== undefined, (all) =>
        all.where((eb) =>
          eb.or([eb('audit_log.actor', '=', person ?? ''), eb('audit_log.subject', '=', person ?? '')]),
        ),
      );
    const rows = await inPage(filtered, query, SORTS, 'audit_log.id', SORTS.time).execute();
    return { rows: rows.map(toRecord), total: await totalOf(filtered) };
  },
});

type AccessRow = Selectable<Schema['access_log']> & { subject_email: string | null };

const toAccessRecord = (row: AccessRow): AccessRecord => ({
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
          'access_log.kind',
          'access_log.last_detail',
          'access_log.last_address',
          'access_log.subject',
          'users.email',
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
    return { rows: rows.map(toAccessRecord), total: await totalOf(filtered) };
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

const toRow = (row: Selectable<Schema['refusals']>): RefusalRow => ({
  botId: row.bot_id,
  id: row.id,
  keyId: row.key_id,
  operation: row.endpoint,
  error: row.error,
  message: row.message,
  requestId: row.request_id,
  count: row.count,
  firstAtMs: withinCalendar(row.first_at_ms),
  lastAtMs: withinCalendar(row.last_at_ms),
});

const toColumns = (row: RefusalRow): Selectable<Schema['refusals']> => ({
  bot_id: row.botId,
  id: row.id,
  key_id: row.keyId,
  endpoint: row.operation,
  error: row.error,
  message: row.message,
  request_id: row.requestId,
  count: row.count,
  first_at_ms: row.firstAtMs,
  last_at_ms: row.lastAtMs,
});

/** What changes in the row of a sequence that continues. */
const CHANGING = ['message', 'request_id', 'count', 'first_at_ms', 'last_at_ms'] as const;

export const refusals = (db: Kysely<Schema>): Refusals => ({
  async listOpen(botIds, sinceMs) {
    if (botIds.length === 0) return [];
    const rows = await db
      .selectFrom('refusals')
      .selectAll()
      .where('bot_id', 'in', botIds)
      .where('last_at_ms', '>', sinceMs)
      .execute();
    return rows.map(toRow);
  },
  async listOfBot(botId, sinceMs, max) {
    const rows = await db
      .selectFrom('refusals')
      .selectAll()
      .where('bot_id', '=', botId)
      .where('last_at_ms', '>=', sinceMs)
      .orderBy('last_at_ms', 'desc')
      .orderBy(byBytes('id'), 'desc')
      .$if(max !== undefined, (all) => all.limit(max ?? 0))
      .execute();
    return rows.map(toRow);
  },
  async listNewest(max) {
    const rows = await db
      .selectFrom('refusals')
      .selectAll()
      .orderBy('last_at_ms', 'desc')
      .limit(max)
      .execute();
    return rows.map(toRow);
  },
  async save(rows) {
    if (rows.length === 0) return;
    await db
      .insertInto('refusals')
      .values(rows.map(toColumns))
      .onConflict((on) =>
        on
          .columns(['bot_id', 'id'])
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(CHANGING.map((column) => [column, ref(`excluded.${column}`)])),
          ),
      )
      .execute();
  },
  async dropOldest(botId, state) {
    const ofState = sql<boolean>`error ${state === 'ended' ? sql`=` : sql`<>`} ${ENDED_KEY_ERROR}`;
    const newestBeyond = db
      .selectFrom('refusals')
      .select(['last_at_ms', 'id'])
      .where('bot_id', '=', botId)
      .where(ofState)
      .orderBy('last_at_ms', 'desc')
      .orderBy(byBytes('id'), 'desc')
      .offset(REFUSALS_MAX[state])
      .limit(1);
    await db
      .deleteFrom('refusals')
      .where('bot_id', '=', botId)
      .where(ofState)
      .where(sql<boolean>`(last_at_ms, ${byBytes('id')}) <= ${newestBeyond}`)
      .execute();
  },
  async listBefore(beforeMs, max, except) {
    return db
      .selectFrom('refusals')
      .select(['bot_id as botId', 'id'])
      .where('last_at_ms', '<', beforeMs)
      .$if(except.length > 0, (some) => some.where('id', 'not in', except))
      .orderBy('last_at_ms')
      .limit(max)
      .execute();
  },
  async delete(rows) {
    // The ids are random, so they are unique among all bots.
    await db
      .deleteFrom('refusals')
      .where('bot_id', 'in', [...new Set(rows.map(({ botId }) => botId))])
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  },
});
