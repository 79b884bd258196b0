import type { Kysely } from 'kysely';
import type { AuditLog } from '@/lib/services/ports';
import type { Schema } from '../schema';

export const auditLog = (db: Kysely<Schema>): AuditLog => ({
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
});
