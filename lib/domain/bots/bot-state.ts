import { quotaOf } from '../quota/quota';
import { pausedUntilMs } from '../silences/pause';
import { isSilent, lastSignAtMs, type Signs, servedAgainMs, silentAfterMs } from '../silences/silence';
import type { Account } from './account';

/** The states of a bot; the first that holds is its state. */
export const BOT_STATES = ['disabled', 'stopped', 'new', 'silent', 'critical', 'warning', 'healthy'] as const;
export type BotStateName = (typeof BOT_STATES)[number];

/** The states from worst to best, the order of lists. */
export const WORST_FIRST: readonly BotStateName[] = [
  'stopped',
  'silent',
  'critical',
  'warning',
  'disabled',
  'new',
  'healthy',
];

export type BotState =
  /**
   * Of its quota. `pausedUntilMs`: its silence is planned until then, and so it may be silent. `restartedAtMs`: nothing was
   * heard of it since before an outage of the service, which ended then.
   */
  | {
      readonly name: Exclude<BotStateName, 'disabled' | 'stopped' | 'silent' | 'new'>;
      readonly pausedUntilMs?: number;
      readonly restartedAtMs?: number;
    }
  /** By an admin, at `atMs`, for a reason that may be written down. */
  | { readonly name: 'disabled'; readonly atMs: number | null; readonly reason: string | null }
  /** Never reported. `isConnected`: it sends heartbeats, and nothing else is to be said of it. */
  | { readonly name: 'new'; readonly isConnected?: true }
  /** The quota is exhausted until the reset at `untilMs`. */
  | { readonly name: 'stopped'; readonly untilMs: number }
  /** The last report or heartbeat was at `sinceMs`; one was due within `limitMs`. */
  | { readonly name: 'silent'; readonly sinceMs: number; readonly limitMs: number };

/** The state at `nowMs` of the bot of an account rolled forward to it. Every page, list, title and notification uses this. */
export function botState(account: Account, signs: Signs, nowMs: number): BotState {
  const { isDisabled, disabledAtMs = null, disabledReason = null } = account;
  if (isDisabled) return { name: 'disabled', atMs: disabledAtMs, reason: disabledReason };
  const quota = quotaOf(account);
  if (quota.isExhausted) return { name: 'stopped', untilMs: quota.resetAtMs };
  const sinceMs = lastSignAtMs(account, nowMs);
  if (sinceMs === null) return { name: 'new' };
  if (isSilent(account, signs, nowMs)) {
    return { name: 'silent', sinceMs, limitMs: silentAfterMs(account, nowMs) };
  }
  if (account.lastReport === null && quota.status === 'healthy') return { name: 'new', isConnected: true };
  const untilMs = pausedUntilMs(account, nowMs);
  if (untilMs !== null) return { name: quota.status, pausedUntilMs: untilMs };
  const restartedAtMs = servedAgainMs(account, signs, nowMs);
  return { name: quota.status, ...(restartedAtMs !== null && { restartedAtMs }) };
}

/** The state in a response of the API, whose `new` has sent no heartbeat either (contract section 8). */
export const apiState = (state: BotState): BotStateName =>
  state.name === 'new' && state.isConnected ? 'healthy' : state.name;
