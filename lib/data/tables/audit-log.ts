import type { Kysely, Selectable } from 'kysely';
import type { AuditRecord } from '@/lib/domain/audit';
import type { AuditLog } from '@/lib/ports/logs';
import type { Schema } from '../schema';
import { byNumber, inPage, matches, totalOf } from './paging';

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
          ...['audit_log.action', 'audit_log.subject', 'audit_log.actor'],
          ...['users.email', 'subjects.email'],
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
