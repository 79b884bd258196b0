import type { NewEvent } from '../alerts/event';
import type { Mark } from '../history/mark';
import type { UsagePart } from '../quota/usage-part';
import type { TimedReport } from './report';

/** Stores a report in the bot's history; `number` counts its accepted reports. */
export type ReportEffect = { readonly kind: 'report'; readonly number: number } & TimedReport;

/** Writes an event, unless the bot has one of this type and period. */
export type EventEffect = { readonly kind: 'event'; readonly event: NewEvent };

/** Adds the part of the usage that no longer grows to its table, and deletes those of days that `day` does not keep. */
export type PartsEffect = { readonly kind: 'parts'; readonly moved: UsagePart | null; readonly day: number };

/** Adds a mark; of a bot with MARKS_MAX others, in the place of the oldest. */
export type MarkEffect = { readonly kind: 'mark'; readonly mark: Mark };

/**
 * What a decision writes besides the account, in the same transaction. A closed list: every store handles each kind.
 */
export type Effect = ReportEffect | EventEffect | PartsEffect | MarkEffect;

export const isEvent = (effect: Effect): effect is EventEffect => effect.kind === 'event';
