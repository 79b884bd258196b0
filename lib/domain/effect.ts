import type { Report } from './report';

/** Stores a report in the bot's history; `number` counts its accepted reports. */
export type ReportEffect = {
  readonly kind: 'report';
  readonly number: number;
  readonly atMs: number;
} & Report;

/** Deletes the bot's oldest reports before `beforeMs`, at most REPORTS_PRUNED_PER_CALL. */
export type PruneEffect = { readonly kind: 'prune'; readonly beforeMs: number };

/**
 * What a decision writes besides the account, in the same transaction. A closed list: every store handles each kind.
 */
export type Effect = ReportEffect | PruneEffect;

/** More than a call adds, few enough not to slow it down. */
export const REPORTS_PRUNED_PER_CALL = 4;
