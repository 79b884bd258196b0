import type { NewEvent } from '../alerts/event';
import type { Mark } from '../history/mark';
import type { UsagePart } from '../quota/usage-part';
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

/** Adds the part of the usage that no longer grows to its table, and deletes those of days that `day` does not keep. */
export type PartsEffect = { readonly kind: 'parts'; readonly moved: UsagePart | null; readonly day: number };

/** Adds a mark; of a bot with MARKS_MAX others, in the place of the oldest. */
export type MarkEffect = { readonly kind: 'mark'; readonly mark: Mark };

/**
 * What a decision writes besides the account, in the same transaction. A closed list: every store handles each kind.
 */
export type Effect = ReportEffect | RetentionEffect | EventEffect | PartsEffect | MarkEffect;

export const isEvent = (effect: Effect): effect is EventEffect => effect.kind === 'event';

/** The effects by kind. A decision has at most one effect on the retention, on parts, and of a mark, which comes without retention. */
export function effectsByKind(effects: readonly Effect[]) {
  const reports: ReportEffect[] = [];
  const events: EventEffect[] = [];
  let retention = null as RetentionEffect | null;
  let parts = null as PartsEffect | null;
  let mark = null as MarkEffect | null;
  for (const effect of effects) {
    switch (effect.kind) {
      case 'report':
        reports.push(effect);
        break;
      case 'retention':
        retention = effect;
        break;
      case 'event':
        events.push(effect);
        break;
      case 'parts':
        parts = effect;
        break;
      case 'mark':
        mark = effect;
        break;
      default:
        effect satisfies never;
    }
  }
  return { reports, retention, events, parts, mark };
}
