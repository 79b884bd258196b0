import type { Kysely, Selectable } from 'kysely';
import type { AuditLog, AuditRecord } from '@/lib/services/ports';
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
  before: row.before_json === null ? null : JSON.parse(row.before_json),
  after: row.after_json === null ? null : JSON.parse(row.after_json),
});

export const auditLog = (db: Kysely<Schema>, aside: Kysely<Schema>): AuditLog => ({
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
  async search(query) {
    const filtered = aside
      .selectFrom('audit_log')
      .leftJoin('users', 'users.id', 'audit_log.actor')
      .leftJoin('users as subjects', 'subjects.id', 'audit_log.subject')
      .selectAll('audit_log')
      .select(['users.email as actor_email', 'subjects.email as subject_email'])
      .where(
        matches(query.text, [
          ...['audit_log.action', 'audit_log.subject', 'audit_log.actor'],
          ...['users.email', 'subjects.email'],
        ]),
      );
    const rows = await inPage(filtered, query, SORTS, 'audit_log.id', SORTS.time).execute();
    return { rows: rows.map(toRecord), total: await totalOf(filtered) };
  },
});
