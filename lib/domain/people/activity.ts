import type { EventType } from '../alerts/event';
import type { Range } from '../history/history';

/** What a bot's activity shows. */

export const ACTIVITY_KINDS = ['all', 'refused', 'events', 'changes'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** `null` is any. A key or an error code leaves refused calls alone. */
export type ActivityFilter = {
  readonly kind: ActivityKind;
  readonly range: Range | null;
  /** The id of a key; `''` for what was sent from the dashboard. */
  readonly key: string | null;
  readonly error: string | null;
};
export const ALL_ACTIVITY: ActivityFilter = { kind: 'all', range: null, key: null, error: null };

/** The most UTC days whose calls are drawn above the log. */
export const ACTIVITY_DAYS = 30;

/** The most changes of a bot that are listed; the audit log of the admins has all. */
export const ACTIVITY_CHANGES_MAX = 500;

/** The most events of a bot that are listed. */
export const ACTIVITY_EVENTS_MAX = 500;

const CHANGES: readonly EventType[] = [
  ...(['key.created', 'key.rotated', 'key.revoked', 'bot.disabled', 'bot.enabled'] as const),
  ...(['bot.plan_changed', 'bot.owner_changed'] as const),
];

/** Whether an event is a change too: those are listed from the audit log, which says who made them. */
export const isChange = (type: EventType): boolean => CHANGES.includes(type);
