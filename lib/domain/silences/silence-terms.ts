import type { Retention } from '../history/history';
import { DAY_MS, MINUTE_MS, PLANS } from '../quota/plan';
import type { PauseTerm } from './pause';

/** The bounds of a bot's own setting, inclusive. */
export const OWN_SILENT_AFTER_MS = { min: 5 * MINUTE_MS, max: 7 * DAY_MS } as const;

/** Why a bot cannot have this time until it counts as silent, in one sentence; `null` if it can. */
export const silentAfterError = (ms: number | null): string | null =>
  ms === null || (Number.isInteger(ms) && ms >= OWN_SILENT_AFTER_MS.min && ms <= OWN_SILENT_AFTER_MS.max)
    ? null
    : 'Enter a time from 5 minutes to 7 days.';

/** After a plan change, the longer of both plans' limits applies for this long. */
const PLAN_CHANGE_GRACE_MS = DAY_MS;

/** What determines when a bot counts as silent, besides its plan and its reports. */
export type SilenceTerms = {
  /** When an admin last enabled the bot again; `null` if never. */
  readonly enabledAtMs: number | null;
  /** The bot's own setting, within OWN_SILENT_AFTER_MS; `null` applies the plan's limit. */
  readonly silentAfterMs: number | null;
  /** The longest interval of the plans before the last plan change; `null` before the first one. */
  readonly formerIntervalMinutes: number | null;
} & PauseTerm;

/** The terms of a new bot. */
export const NEW_SILENCE_TERMS: SilenceTerms = {
  enabledAtMs: null,
  silentAfterMs: null,
  formerIntervalMinutes: null,
  pausedUntilMs: null,
};

/** The interval whose limit still applies to a bot, for a plan change at `nowMs`: the longer one within the grace period. */
export function intervalMinutesInForce(
  bot: Pick<Retention, 'plan' | 'planChangedAtMs'> & Pick<SilenceTerms, 'formerIntervalMinutes'>,
  nowMs: number,
): number {
  const own = PLANS[bot.plan].intervalMinutes;
  const isInGrace = bot.planChangedAtMs !== null && nowMs < bot.planChangedAtMs + PLAN_CHANGE_GRACE_MS;
  return isInGrace ? Math.max(own, bot.formerIntervalMinutes ?? own) : own;
}
