import type { Account } from './account';
import type { NewEvent } from './event';

/**
 * Whether messages about an event are still to be made when it is due: a silence that has ended is not told, and its
 * end only if the silence was. `account` is the bot's now. `isSilenceTold`, for `bot.recovered` alone: whether messages
 * were made about the `bot.silent` of the same bot and period.
 */
export function isStillTrue(
  { type, period }: Pick<NewEvent, 'type' | 'period'>,
  account: Account,
  isSilenceTold: boolean,
): boolean {
  if (type === 'bot.recovered') return isSilenceTold;
  if (type !== 'bot.silent') return true;
  const { silentSinceMs } = account.alerts;
  // A heartbeat ends a silence up to a minute before the account says so.
  const hasHeartbeat = silentSinceMs !== null && (account.lastHeartbeatAtMs ?? silentSinceMs) > silentSinceMs;
  return silentSinceMs === Number(period) && !hasHeartbeat && !account.isDisabled;
}
