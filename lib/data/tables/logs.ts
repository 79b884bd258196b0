import { type Kysely, type Selectable, sql } from 'kysely';
import type {
  AccessEvent,
  AccessRecord,
  AuditEntry,
  AuditRecord,
  AuditWithin,
} from '@/lib/domain/people/audit';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { PAGE_SIZE, type Page, type PageQuery } from '@/lib/domain/text/paging';
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

/** Who changed what; kept forever. */
export const auditLog = (db: Kysely<Schema>, slowReads: Kysely<Schema>) => ({
  async append({ actor, action, subject, before, after }: AuditEntry, nowMs: number) {
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
  /** The newest `max` entries on a bot or person since `sinceMs`, newest first. */
  async listOfSubject(subject: string, sinceMs: number, max: number) {
    const rows = await withEmails(db)
      .where('audit_log.subject', '=', subject)
      .where('audit_log.at_ms', '>=', sinceMs)
      .orderBy('audit_log.id', 'desc')
      .limit(max)
      .execute();
    return rows.map(toRecord);
  },
  /** Searches action, subject and actor by substring among the entries `within`; newest first unless ascending. */
  async search(query: PageQuery, { kind, person, bot }: AuditWithin = {}): Promise<Page<AuditRecord>> {
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

/** Names a row: `id` is unique. */
type AccessRef = Pick<AccessRecord, 'hourMs'> & { readonly id: string };

/** Sign-ins and denials, one row per hour, kind and subject; kept for a limited time, unlike the audit log. */
export const accessLog = (db: Kysely<Schema>, slowReads: Kysely<Schema>) => ({
  async record({ kind, subject, detail, address }: AccessEvent, nowMs: number) {
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
  /** Searches kind, detail, address and person by substring; newest first unless ascending. */
  async search({ text, isDescending, page }: PageQuery): Promise<Page<AccessRecord>> {
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
  /** Up to `max` rows of hours that ended before `beforeMs`, the oldest first. */
  async listBefore(beforeMs: number, max: number, except: readonly string[]) {
    return db
      .selectFrom('access_log')
      .select(['hour_ms as hourMs', ID.as('id')])
      .where('hour_ms', '<=', beforeMs - HOUR_MS)
      .$if(except.length > 0, (some) => some.where(ID, 'not in', except))
      .orderBy('hour_ms')
      .limit(max)
      .execute();
  },
  async delete(rows: readonly AccessRef[]) {
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
