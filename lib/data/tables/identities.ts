import type { Kysely } from 'kysely';
import type { Identities } from '@/lib/services/ports';
import type { Schema } from '../schema';

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
    return db
      .selectFrom('identities')
      .select(['provider', 'subject'])
      .where('user_id', '=', userId)
      .execute();
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
