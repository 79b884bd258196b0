import type { RetentionEffect } from './effect';
import { foldedBeforeMs, KEPT_AS_SENT_MS, keptMs, type Retention } from './history';
import { HOUR_MS } from './plan';
import { hourOf } from './summary';

/** Hours that a call folds or deletes: more than it adds, few enough not to slow it down (up to 60 reports each). */
export const HOURS_PER_CALL = 2;

/**
 * Whether something of a bot's history is to be folded or deleted at `nowMs`. `dueAtMs` is 0 if that is unknown; it is
 * too late for the reports that follow a clock step back.
 */
export const isRetentionDue = (dueAtMs: number, nowMs: number): boolean =>
  dueAtMs <= nowMs || dueAtMs > nowMs + KEPT_AS_SENT_MS + HOUR_MS;

/** The first such time for a bot that is registered at `atMs` and has no reports. */
export const firstDueAtMs = (atMs: number): number => hourOf(atMs) + HOUR_MS + KEPT_AS_SENT_MS;

/** Folds or deletes the oldest `hours` of a bot's history at `nowMs`. */
export const retentionEffect = (retention: Retention, nowMs: number, hours: number): RetentionEffect => ({
  kind: 'retention',
  nowMs,
  hours,
  keptMs: keptMs(retention, nowMs),
});

/** The ends of the whole hours that are to be deleted and of those that are to be folded. */
export const retentionLimits = ({ nowMs, keptMs }: RetentionEffect) => ({
  deletedBeforeMs: hourOf(nowMs - keptMs),
  foldedBeforeMs: foldedBeforeMs(nowMs),
});

/** When the hour of a bot's oldest report is to be folded or deleted, if nothing is folded before `foldingFromMs`. */
export function nextDueAtMs({ keptMs }: RetentionEffect, oldestMs: number, foldingFromMs: number): number {
  const endMs = hourOf(oldestMs) + HOUR_MS;
  return Math.min(endMs + keptMs, Math.max(endMs + KEPT_AS_SENT_MS, foldingFromMs));
}
