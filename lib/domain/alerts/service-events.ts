import type { Bot } from '../bots/bot';
import { type ApiKey, isKeyLive } from '../keys/api-key';
import { DAY_MS } from '../quota/plan';
import { isoTime } from '../text/time';
import type { NewEvent } from './event';

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

/** How long before its expiry the end of a key is notified, and how long the key must be valid in total for that. */
export const EXPIRY_TOLD_MS = 7 * DAY_MS;
export const TOLD_LIFETIME_MIN_MS = 14 * DAY_MS;

/** Whether the end of a key is to be notified now. The old key of a rotation ends as its owner chose. */
export const isExpiring = (key: ApiKey, nowMs: number): boolean =>
  isKeyLive(key, nowMs) &&
  key.replacedByLast4 === null &&
  key.expiresAtMs !== null &&
  key.expiresAtMs - nowMs <= EXPIRY_TOLD_MS &&
  key.expiresAtMs - key.createdAtMs >= TOLD_LIFETIME_MIN_MS;

type Changing = Pick<Bot, 'id' | 'name' | 'ownerId' | 'plan' | 'isDisabled' | 'disabledReason'>;

/** The events of an admin's change (contract section 9). `changeId` is unique among the bot's changes. */
export function botEvents(before: Changing, after: Changing, nowMs: number, changeId: string): NewEvent[] {
  const moment = { period: changeId, atMs: nowMs, dueAtMs: nowMs };
  const data = { botId: after.id, botName: after.name };
  const events: NewEvent[] = [];
  if (after.ownerId !== before.ownerId) events.push({ type: 'bot.owner_changed', ...moment, data });
  if (after.plan !== before.plan) {
    const plans = { from: before.plan, to: after.plan };
    events.push({ type: 'bot.plan_changed', ...moment, data: { ...data, ...plans } });
  }
  if (after.isDisabled !== before.isDisabled) {
    const reason = after.isDisabled ? after.disabledReason : null;
    const type = after.isDisabled ? 'bot.disabled' : 'bot.enabled';
    events.push({ type, ...moment, data: { ...data, ...(reason && { reason }) } });
  }
  return events;
}
