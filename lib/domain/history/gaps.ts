import type { Account } from '../bots/account';
import { MINUTE_MS, PLANS } from '../quota/plan';
import { foldedBeforeMs } from './history';
import { firstHourFrom, hourOf } from './summary';

/** A stretch of time, half-open. */
export type Gap = { readonly fromMs: number; readonly toMs: number };

/**
 * How the gaps of a stretch are found (contract section 8): before `exactFromMs` a report covers its whole hour, so that
 * gaps there are whole hours; after it, it covers its moment. A gap is longer than `longerThanMs`.
 */
export type GapSearch = Gap & { readonly exactFromMs: number; readonly longerThanMs: number };

/** The intervals that may pass between two reports. */
const INTERVALS_MAX = 2;

/** The search within `window` for an account; `null` if the window ends before the registration. */
export function gapSearch(
  { plan, registeredAtMs }: Pick<Account, 'plan' | 'registeredAtMs'>,
  window: Gap,
  nowMs: number,
): GapSearch | null {
  const exactFromMs = foldedBeforeMs(nowMs);
  const fromMs = Math.max(window.fromMs, Math.min(registeredAtMs, nowMs));
  const toMs = Math.min(window.toMs, nowMs);
  const search = {
    fromMs: fromMs < exactFromMs ? firstHourFrom(fromMs) : fromMs,
    toMs: toMs < exactFromMs ? hourOf(toMs) : toMs,
    exactFromMs,
    longerThanMs: INTERVALS_MAX * PLANS[plan].intervalMinutes * MINUTE_MS,
  };
  return search.fromMs < search.toMs ? search : null;
}
