import type { Account } from '../bots/account';
import { HOUR_MS } from '../quota/plan';
import type { EventEffect } from '../reports/effect';
import { isoTime } from '../text/time';

/** The events `bot.silent` and `bot.recovered` (contract section 9), one of each for a last sign of life. */

/** For this long after a silence that was notified, the next one is notified only after a multiple of the bot's time. */
const FLAPPING_FOR_MS = 6 * HOUR_MS;
export const FLAPPING_FACTOR = 2;

/** Whether a silence that was notified has just ended. After a clock step back its end can lie in the future. */
export const isFlapping = ({ alerts: { recoveredAtMs } }: Account, nowMs: number): boolean =>
  recoveredAtMs !== null && Math.abs(nowMs - recoveredAtMs) < FLAPPING_FOR_MS;

/** What a decision writes about a silence. */
export type SilenceChange = { readonly account: Account; readonly effects: readonly EventEffect[] };

/** Tells at `nowMs` that nothing was heard of a bot since `sinceMs`, with messages `delayMs` later. */
export const tellSilence = (
  account: Account,
  sinceMs: number,
  nowMs: number,
  delayMs: number,
): SilenceChange => ({
  account: { ...account, alerts: { ...account.alerts, silentSinceMs: sinceMs } },
  effects: [
    {
      kind: 'event',
      event: {
        type: 'bot.silent',
        period: String(sinceMs),
        atMs: nowMs,
        dueAtMs: nowMs + delayMs,
        data: silenceData(account, sinceMs, nowMs),
      },
    },
  ],
});

/**
 * Records at `nowMs` that a sign of life at `signAtMs` has ended the silence that was notified. The same account and no event
 * if none was notified and there is nothing to forget, as with nearly every call.
 */
export function endSilence(account: Account, signAtMs: number, nowMs: number): SilenceChange {
  const { alerts } = account;
  const { silentSinceMs } = alerts;
  if (silentSinceMs === null) {
    if (alerts.recoveredAtMs === null || isFlapping(account, nowMs)) return { account, effects: [] };
    return { account: { ...account, alerts: { ...alerts, recoveredAtMs: null } }, effects: [] };
  }
  return {
    account: { ...account, alerts: { ...alerts, silentSinceMs: null, recoveredAtMs: signAtMs } },
    effects: [
      {
        kind: 'event',
        event: {
          type: 'bot.recovered',
          period: String(silentSinceMs),
          atMs: nowMs,
          dueAtMs: nowMs,
          data: silenceData(account, silentSinceMs, signAtMs),
        },
      },
    ],
  };
}

const silenceData = ({ botId, name }: Account, sinceMs: number, untilMs: number) => ({
  botId,
  botName: name,
  lastSignAt: isoTime(sinceMs),
  silentSeconds: Math.max(0, Math.floor((untilMs - sinceMs) / 1_000)),
});
