import { DAY_MS, PLAN_NAMES, type PlanName } from './plan';
import { servedSinceMs } from './serving';
import { planSilentAfterMs, type Signs } from './silence';
import { OWN_SILENT_AFTER_MS } from './silence-terms';

/** What finds the bots that can be silent, and a few more: decide-silence.ts has the rule. */
export type SilenceSearch = {
  readonly nowMs: number;
  /** A bot on the plan, without a time of its own, cannot be silent if its last sign is later; -1 if none can be. */
  readonly lastSignMs: Readonly<Record<PlanName, number>>;
  /** The same for bots with a time of their own, which can also not be silent within that time. */
  readonly lastSignOfOwnMs: number;
  /** Silences since before this time are not told. */
  readonly fromMs: number;
};

/** A search at `nowMs` for silences since `fromMs`. */
export function silenceSearch({ servingTimes }: Signs, fromMs: number, nowMs: number): SilenceSearch {
  const lastSign = (silentAfterMs: number) => servedSinceMs(servingTimes, silentAfterMs, nowMs) ?? -1;
  // A recent plan change only makes the time longer.
  const unchanged = { planChangedAtMs: null, formerIntervalMinutes: null };
  const ofPlan = (plan: PlanName) => [plan, lastSign(planSilentAfterMs({ plan, ...unchanged }, nowMs))];
  return {
    nowMs,
    lastSignMs: Object.fromEntries(PLAN_NAMES.map(ofPlan)) as Record<PlanName, number>,
    lastSignOfOwnMs: lastSign(OWN_SILENT_AFTER_MS.min),
    fromMs,
  };
}

/** Silences that began earlier than this before the first search are not told: an upgrade would tell all at once. */
const BEFORE_FIRST_SEARCH_MS = DAY_MS;

/** What the first search leaves for all later ones: since when silences are told. */
export type SearchFact = { readonly fromMs: number };

export const firstSearchFact = (nowMs: number): SearchFact => ({ fromMs: nowMs - BEFORE_FIRST_SEARCH_MS });

/** A stored SearchFact; `null` if it is not one, or if the clock was ahead at the first search. */
export function searchFactOf(value: unknown, nowMs: number): SearchFact | null {
  const { fromMs } = (value ?? {}) as { readonly fromMs?: unknown };
  return typeof fromMs === 'number' && fromMs <= nowMs ? { fromMs } : null;
}
