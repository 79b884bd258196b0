import type { Kysely, Selectable } from 'kysely';
import type { UsagePart } from '@/lib/domain/quota/usage-part';
import { withinCalendar } from '@/lib/domain/text/time';
import type { UsageReads } from '@/lib/ports/usage';
import { decodeTally } from '../account-row';
import type { Schema } from '../schema';

export const toPart = (row: Omit<Selectable<Schema['usage_parts']>, 'bot_id'>): UsagePart => ({
  startedAtMs: row.started_at_ms,
  day: row.day,
  cycle: row.cycle_index,
  operations: decodeTally(row.operations),
  keys: decodeTally(row.keys),
});

/** Ten times as many as can be live at a time: calls of older ones are shown as those of other keys. */
const NUMBERED_KEYS_MAX = 500;

export const usageReads = (db: Kysely<Schema>): UsageReads => ({
  async parts(botId) {
    return (await db.selectFrom('usage_parts').selectAll().where('bot_id', '=', botId).execute()).map(toPart);
  },
  async keys(botId) {
    const rows = await db
      .selectFrom('api_keys')
      .select(['number', 'id', 'name', 'last4', 'last_used_at_ms'])
      .where('bot_id', '=', botId)
      .where('number', 'is not', null)
      .orderBy('number', 'desc')
      .limit(NUMBERED_KEYS_MAX)
      .execute();
    return rows.map(({ number, id, name, last4, last_used_at_ms: at }) => ({
      number: number ?? 0,
      id,
      name,
      last4,
      lastUsedAtMs: at === null ? null : withinCalendar(at),
    }));
  },
});
