import type { Kysely, Selectable } from 'kysely';
import type { NumberedKey } from '@/lib/domain/quota/breakdown';
import type { UsagePart } from '@/lib/domain/quota/usage-part';
import { withinCalendar } from '@/lib/domain/text/time';
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

/** What used the quota of a bot. */
export const usageReads = (db: Kysely<Schema>) => ({
  /**
   * The parts before the one that its account has, in any order. They are only added and, after their time, deleted.
   */
  async parts(botId: string) {
    return (await db.selectFrom('usage_parts').selectAll().where('bot_id', '=', botId).execute()).map(toPart);
  },
  /** Ended ones too, the newest first, at most 500. */
  async keys(botId: string): Promise<NumberedKey[]> {
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
