import type { Account } from './account';
import { quotaOf } from './quota';
import { isSilent, lastSignAtMs, type Signs } from './silence';

/** The states of a bot; the first that holds is its state. */
export const BOT_STATES = ['disabled', 'stopped', 'new', 'silent', 'critical', 'warning', 'healthy'] as const;
export type BotStateName = (typeof BOT_STATES)[number];

export type BotState =
  | { readonly name: Exclude<BotStateName, 'stopped' | 'silent'> }
  /** The quota is exhausted until the reset at `untilMs`. */
  | { readonly name: 'stopped'; readonly untilMs: number }
  /** The last report or heartbeat was at `sinceMs`. */
  | { readonly name: 'silent'; readonly sinceMs: number };

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

/** The state at `nowMs` of the bot of an account rolled forward to it. Every page, list, title and response uses this. */
export function botState(account: Account, signs: Signs, nowMs: number): BotState {
  if (account.isDisabled) return { name: 'disabled' };
  const quota = quotaOf(account);
  if (quota.isExhausted) return { name: 'stopped', untilMs: quota.resetAtMs };
  const sinceMs = lastSignAtMs(account, signs);
  if (sinceMs === null) return { name: 'new' };
  if (isSilent(account, signs, nowMs)) return { name: 'silent', sinceMs };
  return { name: quota.status };
}
