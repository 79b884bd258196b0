import type { Kysely } from 'kysely';
import type { Identities } from '@/lib/ports/people';
import type { Schema } from '../schema';
import { byBytes } from './paging';

export const identities = (db: Kysely<Schema>): Identities => ({
  async findUserId({ provider, subject }) {
    const row = await db
      .selectFrom('identities')
      .select('user_id')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row?.user_id ?? null;
  },
  async listOfUser(userId) {
    const rows = await db
      .selectFrom('identities')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at_ms')
      .orderBy(byBytes('subject'))
      .execute();
    return rows.map(({ provider, subject, created_at_ms }) => ({
      provider,
      subject,
      connectedAtMs: created_at_ms,
    }));
  },
  async insert({ provider, subject }, userId, nowMs) {
    await db
      .insertInto('identities')
      .values({ provider, subject, user_id: userId, created_at_ms: nowMs })
      .execute();
  },
  async delete({ provider, subject }) {
    await db
      .deleteFrom('identities')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .execute();
  },
});
