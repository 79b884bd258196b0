import { type QuotaStatus, quotaOf } from '../quota/quota';
import { pausedUntilMs } from '../silences/pause';
import { isSilent, lastSignAtMs, type Signs, servedAgainMs, silentAfterMs } from '../silences/silence';
import type { Account } from './account';

/** The states of a bot in the API (contract section 8); the first that holds is its state. */
export const API_STATES = ['disabled', 'stopped', 'new', 'silent', 'critical', 'warning', 'healthy'] as const;
type ApiState = (typeof API_STATES)[number];

/** The states of a bot; the last two keep a healthy bot quiet for a time. */
export const BOT_STATES = [...API_STATES, 'planned', 'waiting'] as const;
export type BotStateName = (typeof BOT_STATES)[number];

/** The states from worst to best, the order of lists. */
export const WORST_FIRST: readonly BotStateName[] = [
  'stopped',
  'silent',
  'critical',
  'warning',
  'disabled',
  'new',
  'waiting',
  'planned',
  'healthy',
];

/** The states in which somebody has to act. */
export const TROUBLE = ['stopped', 'silent', 'critical', 'warning'] as const satisfies BotStateName[];

type Quiet = { readonly pausedUntilMs?: number; readonly restartedAtMs?: number };

export type BotState =
  /** Of its quota, with what keeps it quiet if it is not healthy. */
  | ({ readonly name: QuotaStatus } & Quiet)
  /** Its silence is planned until `pausedUntilMs`, and so it may be silent. */
  | { readonly name: 'planned'; readonly pausedUntilMs: number; readonly restartedAtMs?: undefined }
  /** Nothing was heard of it since before an outage of the service, which ended at `restartedAtMs`. */
  | { readonly name: 'waiting'; readonly restartedAtMs: number; readonly pausedUntilMs?: undefined }
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
  const isHealthy = quota.status === 'healthy';
  const untilMs = pausedUntilMs(account, nowMs);
  if (untilMs !== null) return { name: isHealthy ? 'planned' : quota.status, pausedUntilMs: untilMs };
  const restartedAtMs = servedAgainMs(account, signs, nowMs);
  if (restartedAtMs !== null) return { name: isHealthy ? 'waiting' : quota.status, restartedAtMs };
  return { name: quota.status };
}

/** The state in a response of the API, whose `new` has sent no heartbeat either. */
export function apiState(state: BotState): ApiState {
  if (state.name === 'planned' || state.name === 'waiting') return 'healthy';
  return state.name === 'new' && state.isConnected ? 'healthy' : state.name;
}
