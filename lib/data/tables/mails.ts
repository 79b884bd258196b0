import type { Kysely } from 'kysely';
import type { Mails } from '@/lib/ports/mails';
import type { Schema } from '../schema';

export const mails = (db: Kysely<Schema>): Mails => ({
  async insert(all, nowMs) {
    if (all.length === 0) return;
    const rows = all.map(({ userId, botId, eventId, ...mail }) => ({
      ...mail,
      ...{ user_id: userId, bot_id: botId, event_id: eventId },
      ...({ created_at_ms: nowMs, next_at_ms: nowMs, sent_at_ms: null } as const),
      ...({ state: 'waiting', tries: 0, reason: '' } as const),
    }));
    await db
      .insertInto('mails')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  },
});
