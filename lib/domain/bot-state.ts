import type { Account } from './account';
import type { BotStateName } from './bot-state-name';
import { quotaOf } from './quota';
import { isSilent, lastSignAtMs, type Signs } from './silence';

export type BotState =
  | { readonly name: Exclude<BotStateName, 'stopped' | 'silent' | 'new'> }
  /** Never reported. `isConnected`: it sends heartbeats, and nothing else is to be said of it. */
  | { readonly name: 'new'; readonly isConnected?: true }
  /** The quota is exhausted until the reset at `untilMs`. */
  | { readonly name: 'stopped'; readonly untilMs: number }
  /** The last report or heartbeat was at `sinceMs`. */
  | { readonly name: 'silent'; readonly sinceMs: number };

/** The state at `nowMs` of the bot of an account rolled forward to it. Every page, list, title and notification uses this. */
export function botState(account: Account, signs: Signs, nowMs: number): BotState {
  if (account.isDisabled) return { name: 'disabled' };
  const quota = quotaOf(account);
  if (quota.isExhausted) return { name: 'stopped', untilMs: quota.resetAtMs };
  const sinceMs = lastSignAtMs(account, nowMs);
  if (sinceMs === null) return { name: 'new' };
  if (isSilent(account, signs, nowMs)) return { name: 'silent', sinceMs };
  if (account.lastReport === null && quota.status === 'healthy') return { name: 'new', isConnected: true };
  return { name: quota.status };
}

/** The state in a response of the API, whose `new` has sent no heartbeat either (contract section 8). */
export const apiState = (state: BotState): BotStateName =>
  state.name === 'new' && state.isConnected ? 'healthy' : state.name;
