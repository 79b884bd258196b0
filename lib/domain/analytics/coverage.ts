import type { Account } from '../account';
import { KEPT_AS_SENT_MS } from '../history';
import { MINUTE_MS, PLANS } from '../plan';

/** How many of the reports that a bot could make arrived. */
export type Coverage = {
  readonly expected: number;
  readonly received: number;
  /** Truncated to 2 decimals, at most 100; `null` if none was expected. */
  readonly percentage: number | null;
};

/** Reports after this moment count: that of the plan or the registration, or 7 days ago, whichever is latest. */
export const coveredAfterMs = (
  { registeredAtMs, planChangedAtMs }: Pick<Account, 'registeredAtMs' | 'planChangedAtMs'>,
  nowMs: number,
): number => Math.min(nowMs, Math.max(nowMs - KEPT_AS_SENT_MS, registeredAtMs, planChangedAtMs ?? 0));

export function coverageOf(
  account: Pick<Account, 'plan' | 'registeredAtMs' | 'planChangedAtMs'>,
  received: number,
  nowMs: number,
): Coverage {
  const spanMs = nowMs - coveredAfterMs(account, nowMs);
  const expected = Math.floor(spanMs / (PLANS[account.plan].intervalMinutes * MINUTE_MS));
  // A span that is no whole number of intervals has room for one more.
  const percentage = expected === 0 ? null : Math.min(100, Math.floor((received * 10_000) / expected) / 100);
  return { expected, received, percentage };
}
