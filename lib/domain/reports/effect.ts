import type { NewEvent } from '../alerts/event';
import type { TimedReport } from './report';

/** Stores a report in the bot's history; `number` counts its accepted reports. */
export type ReportEffect = { readonly kind: 'report'; readonly number: number } & TimedReport;

/**
 * Deletes the bot's oldest reports or folds them into their hours, whole hours only, and stores when the next hour is
 * due (retention.ts). Nothing is folded before the time that the database has for the start of folding.
 */
export type RetentionEffect = {
  readonly kind: 'retention';
  readonly nowMs: number;
  /** Reports before are left alone: PostgreSQL searches through those that it has deleted until they are vacuumed. */
  readonly fromMs: number;
  /** At most the reports of this many hours, from the oldest report on. */
  readonly hours: number;
  /** How long the bot's history is kept. */
  readonly keptMs: number;
};

/** Writes an event, unless the bot has one of this type and period. */
export type EventEffect = { readonly kind: 'event'; readonly event: NewEvent };

/**
 * What a decision writes besides the account, in the same transaction. A closed list: every store handles each kind.
 */
export type Effect = ReportEffect | RetentionEffect | EventEffect;

export const isEvent = (effect: Effect): effect is EventEffect => effect.kind === 'event';
