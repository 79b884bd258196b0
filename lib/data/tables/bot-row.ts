import type { Selectable } from 'kysely';
import type { Bot } from '@/lib/domain/bot';
import { withinCalendar } from '@/lib/domain/iso-time';
import { BOT_COLUMNS } from '../account-row';
import type { Schema } from '../schema';

/** The columns of a Bot. */
export const COLUMNS = [...BOT_COLUMNS, 'owner_id'] as const;

export const toBot = (row: Pick<Selectable<Schema['bots']>, (typeof COLUMNS)[number]>): Bot => ({
  id: row.id,
  name: row.name,
  ownerId: row.owner_id,
  isDisabled: row.disabled_at_ms !== null,
  registeredAtMs: withinCalendar(row.registered_at_ms),
  plan: row.plan,
  planChangedAtMs: row.plan_changed_at_ms,
  formerHistoryDays: row.former_history_days,
  enabledAtMs: row.enabled_at_ms,
  silentAfterMs: row.silent_after_ms,
  formerIntervalMinutes: row.former_interval_minutes,
});
