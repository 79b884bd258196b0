import type { ApiKey } from './api-key';
import { isKeyLive } from './api-key';
import type { Bot } from './bot';
import type { NewEvent } from './event';
import { isoTime } from './iso-time';
import { DAY_MS } from './plan';

/** Events about API keys (contract section 9). */
type KeyEvent = 'key.created' | 'key.rotated' | 'key.revoked' | 'key.expiring';

/** Each happens once to a key. Of a rotation, `key` is the new one. */
export const keyEvent = (
  type: KeyEvent,
  { id, name: botName }: Pick<Bot, 'id' | 'name'>,
  { id: keyId, name, last4, expiresAtMs }: Pick<ApiKey, 'id' | 'name' | 'last4' | 'expiresAtMs'>,
  nowMs: number,
): NewEvent => ({
  type,
  period: keyId,
  atMs: nowMs,
  dueAtMs: nowMs,
  data: {
    botId: id,
    botName,
    keyId,
    name,
    last4,
    expiresAt: expiresAtMs === null ? null : isoTime(expiresAtMs),
  },
});

/** How long before its expiry a key is told of, and how long it must be valid in total for that. */
export const EXPIRY_TOLD_MS = 7 * DAY_MS;
export const TOLD_LIFETIME_MIN_MS = 14 * DAY_MS;

/** Whether the end of a key is to be told now. The old key of a rotation ends as its owner chose. */
export const isExpiring = (key: ApiKey, nowMs: number): boolean =>
  isKeyLive(key, nowMs) &&
  key.replacedByLast4 === null &&
  key.expiresAtMs !== null &&
  key.expiresAtMs - nowMs <= EXPIRY_TOLD_MS &&
  key.expiresAtMs - key.createdAtMs >= TOLD_LIFETIME_MIN_MS;
