import type { Bot } from './bot';
import type { NewEvent } from './event';

type Changing = Pick<Bot, 'id' | 'name' | 'ownerId' | 'plan' | 'isDisabled'>;

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
    events.push({ type: after.isDisabled ? 'bot.disabled' : 'bot.enabled', ...moment, data });
  }
  return events;
}
