import { type Account, rollForward } from '../bots/account';
import { botState } from '../bots/bot-state';
import type { Decision } from '../reports/decide';
import { lastSignAtMs, quietMs, type Signs, silentAfterMs } from './silence';
import { endSilence, FLAPPING_FACTOR, isFlapping, tellSilence } from './silence-events';

/** How long a silence that is notified has lasted beyond the time after which it is; `null` if none is notified. */
export type NotifiedSilence = { readonly overdueMs: number } | null;

/**
 * Decides whether a bot's silence is notified at `nowMs`, once for its last sign of life and with messages `delayMs` later;
 * tells the end of one that a heartbeat has ended (contract section 9).
 */
export function decideSilence(
  account: Account,
  signs: Signs,
  nowMs: number,
  delayMs = 0,
): Decision<NotifiedSilence> {
  const current = rollForward(account, nowMs);
  const { silentSinceMs } = current.alerts;
  const signAtMs = lastSignAtMs(current, nowMs);
  if (silentSinceMs !== null) {
    const isOver = !current.isDisabled && signAtMs !== null && signAtMs > silentSinceMs;
    return { ...(isOver ? endSilence(current, signAtMs, nowMs) : unchanged(account)), outcome: null };
  }
  const state = botState(current, signs, nowMs);
  const tellAfterMs = silentAfterMs(current, nowMs) * (isFlapping(current, nowMs) ? FLAPPING_FACTOR : 1);
  const overdueMs = quietMs(current, signs, nowMs) - tellAfterMs;
  if (state.name !== 'silent' || overdueMs < 0) return { ...unchanged(account), outcome: null };
  return { ...tellSilence(current, state.sinceMs, nowMs, delayMs), outcome: { overdueMs } };
}

/** Decides a heartbeat at `nowMs`, which ends a silence that was notified. */
export function decideHeartbeat(account: Account, nowMs: number): Decision<null> {
  const isHeard = account.alerts.silentSinceMs !== null && !account.isDisabled;
  const change = isHeard ? endSilence(rollForward(account, nowMs), nowMs, nowMs) : unchanged(account);
  return { ...change, outcome: null };
}

const unchanged = (account: Account) => ({ account, effects: [] });
