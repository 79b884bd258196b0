import type { Account } from './account';
import type { AlertState } from './alert-state';
import type { EventData, NewEvent } from './event';
import { isoTime } from './iso-time';
import { CRITICAL_FROM_PERCENT, type Quota, quotaOf, WARNING_FROM_PERCENT } from './quota';

/** Events about the quota of a bot (contract section 9). */

const THRESHOLDS = [
  { type: 'quota.exhausted', percent: 100 },
  { type: 'quota.critical', percent: CRITICAL_FROM_PERCENT },
  { type: 'quota.warning', percent: WARNING_FROM_PERCENT },
] as const;
export type ThresholdEvent = (typeof THRESHOLDS)[number]['type'];

/** Counted calls and how many are allowed. */
export type QuotaUse = Pick<Quota, 'used' | 'limit'>;

/** Events that accounts cause, and what they remember of them. */
export type Told = { readonly events: readonly NewEvent[]; readonly alerts: AlertState };

/** The highest threshold that was crossed between two states of a quota; `null` if none was. */
export function quotaCrossing(before: QuotaUse, after: QuotaUse): ThresholdEvent | null {
  for (const { type, percent } of THRESHOLDS) {
    if (reaches(after, percent)) return reaches(before, percent) ? null : type;
  }
  return null;
}

const reaches = ({ used, limit }: QuotaUse, percent: number): boolean => used * 100 >= limit * percent;

/** Quota events happen once per cycle and plan. */
export const quotaPeriod = ({ cycle, plan }: Pick<Account, 'cycle' | 'plan'>): string =>
  `${cycle.index}:${plan}`;

/** The event of a crossed threshold of `account` as it is afterwards. */
export const thresholdEvent = (type: ThresholdEvent, account: Account, nowMs: number): NewEvent => ({
  type,
  period: quotaPeriod(account),
  atMs: nowMs,
  dueAtMs: nowMs,
  data: quotaData(account),
});

export function quotaData(account: Account): EventData<ThresholdEvent> {
  const { botId, name, plan } = account;
  const { used, limit, percentage, resetAtMs } = quotaOf(account);
  return { botId, botName: name, used, limit, percentage, plan, resetAt: isoTime(resetAtMs) };
}

/** The alert state of `account` after it crossed a threshold. An earlier exhaustion stays the one to be restored. */
export const alertsAfter = (type: ThresholdEvent | null, account: Account, alerts: AlertState): AlertState =>
  type === 'quota.exhausted' && alerts.exhaustedPeriod === null
    ? { ...alerts, exhaustedPeriod: quotaPeriod(account) }
    : alerts;

/**
 * What a plan change causes: `after` is the account in the current cycle with the new plan. `null` if it crosses no
 * threshold.
 */
export function toldByPlanChange(before: Account, after: Account, nowMs: number): Told | null {
  const type = quotaCrossing(quotaOf(before), quotaOf(after));
  if (type === null) return null;
  return { events: [thresholdEvent(type, after, nowMs)], alerts: alertsAfter(type, after, after.alerts) };
}
