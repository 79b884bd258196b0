import type { Kysely } from 'kysely';
import type { SetupTokens } from '@/lib/ports/people';
import type { Schema } from '../schema';

export const setupTokens = (db: Kysely<Schema>): SetupTokens => ({
  async insert(hash, nowMs) {
    await db.insertInto('setup_tokens').values({ hash, created_at_ms: nowMs }).execute();
  },
  async exists(hash) {
    const row = await db
      .selectFrom('setup_tokens')
      .select('hash')
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row !== undefined;
  },
  async deleteAll() {
    await db.deleteFrom('setup_tokens').execute();
  },
});
