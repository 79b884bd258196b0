import type { FirstSteps } from '@/lib/contract/bot-view';
import type { Account } from '@/lib/domain/bots/account';
import { isKeyLive } from '@/lib/domain/keys/api-key';
import { REFUSALS_KEPT_MS, statusOf } from '@/lib/domain/reports/refusal';
import type { Tables } from '@/lib/ports/ports';

/** What has arrived from a bot that has not reported yet. Refusals are written a second later. */
export async function firstSteps(
  { keys, refusals }: Pick<Tables, 'keys' | 'refusals'>,
  { botId, lastHeartbeatAtMs }: Account,
  nowMs: number,
): Promise<FirstSteps> {
  const live = (await keys.listOfBot(botId, 1, nowMs)).filter((key) => isKeyLive(key, nowMs));
  const refused = await refusals.listOfBot(botId, nowMs - REFUSALS_KEPT_MS);
  // The last use of a key is written up to 20 s later than what the key was used for.
  const used = [
    ...live.map(({ lastUsedAtMs }) => lastUsedAtMs),
    ...refused.filter(({ keyId }) => live.some(({ id }) => id === keyId)).map(({ lastAtMs }) => lastAtMs),
    lastHeartbeatAtMs,
  ].filter((atMs) => atMs !== null);
  const last = refused.toSorted((a, b) => b.lastAtMs - a.lastAtMs)[0];
  return {
    hasKey: live.length > 0,
    keyUsedAtMs: used.length === 0 ? null : Math.max(...used),
    heartbeatAtMs: lastHeartbeatAtMs,
    refusal: last
      ? {
          atMs: last.lastAtMs,
          error: last.error,
          status: statusOf(last.error),
          message: last.message,
        }
      : null,
  };
}
