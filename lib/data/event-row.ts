import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { eventText } from '@/lib/contract/event-text';
import { type BotEvent, EVENT_TYPES, type NewEvent } from '@/lib/domain/alerts/event';
import type { Schema } from './schema';
import { warnOfRow } from './warn-of-row';

/** `owner_id` is taken from the bot's row where an event is inserted. */
type EventRow = Omit<Selectable<Schema['events']>, 'owner_id' | 'routed_at_ms' | 'is_read'>;

/** The columns of a new event after its bot's id. */
export const EVENT_COLUMNS = [
  ...(['id', 'type', 'period'] as const),
  ...(['at_ms', 'due_at_ms', 'data_json'] as const),
] satisfies readonly (keyof EventRow)[];

/** Ids are random: after a restore, numbers could come again, and receivers would take new events for repeats. */
export const toEventRow = ({ type, period, atMs, dueAtMs, data }: NewEvent): EventRow => ({
  id: `evt_${randomUUID()}`,
  bot_id: data.botId,
  type,
  period,
  at_ms: atMs,
  due_at_ms: dueAtMs,
  data_json: JSON.stringify(data),
});

/** The values of a new event for EVENT_COLUMNS. */
export function toEventColumns(event: NewEvent): (string | number)[] {
  const row = toEventRow(event);
  return EVENT_COLUMNS.map((column) => row[column]);
}

/** The events of rows; without those of types that this version does not know, and those that cannot be read. */
export const toEvents = (rows: readonly EventRow[]): BotEvent[] =>
  rows
    .filter(({ type }) => (EVENT_TYPES as readonly string[]).includes(type))
    .flatMap((row) => {
      try {
        return toEvent(row);
      } catch {
        warnOfRow('events', row.id, 'cannot be read and is left out.');
        return [];
      }
    });

/** Throws if the row cannot be read: its data is no JSON, of another bot, or lacks what a message about it says. */
export function toEvent(row: EventRow): BotEvent {
  const event = {
    id: row.id,
    type: row.type,
    period: row.period,
    atMs: row.at_ms,
    dueAtMs: row.due_at_ms,
    data: parsed(row.data_json),
  } as BotEvent;
  if (event.data?.botId !== row.bot_id) throw new Error('An event cannot be read.');
  eventText(event, { timeZone: 'UTC' });
  return event;
}

/** The error of JSON.parse quotes the text. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
