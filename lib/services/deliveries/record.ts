import { afterTry, isRefusedForGood, nextTryAtMs, type WebhookDelivery } from '@/lib/domain/alerts/delivery';
import {
  STATUS_REASONS,
  type StatusReason,
  type StoredWebhook,
  switchedOff,
} from '@/lib/domain/alerts/webhook';
import type { Tables } from '@/lib/ports/ports';
import type { PostResult } from '@/lib/ports/senders';

/** One request to a webhook and the events in it: one, or several in a summary for Discord. */
export type DeliveryAttempt = { readonly eventIds: readonly string[]; readonly result: PostResult };

/** The requests of one claim, in order. */
export type AttemptsOfClaim = {
  readonly webhookId: string;
  readonly botId: string;
  /** The results of requests to an address that was changed since says nothing about the webhook. */
  readonly sealedAddress: string;
  readonly sent: readonly DeliveryAttempt[];
};

/**
 * Stores what was sent to webhooks that are still claimed with `token`; the claims remain. Part of a write
 * that holds the locks of their bots. What another instance has claimed meanwhile is left to it. `random` is from 0 to 1.
 */
export async function recordAttempts(
  tables: Tables,
  finished: readonly AttemptsOfClaim[],
  token: string,
  nowMs: number,
  random: () => number,
): Promise<void> {
  const ids = finished.map(({ webhookId }) => webhookId);
  const eventIds = finished.flatMap(({ sent }) => sent.flatMap((each) => each.eventIds));
  const known = new Map<string, WebhookDelivery>();
  for (const delivery of await tables.deliveries.listOfEvents(ids, [...new Set(eventIds)])) {
    known.set(`${delivery.webhookId} ${delivery.eventId}`, delivery);
  }
  const tried: WebhookDelivery[] = [];
  const changes = new Map<string, Change>();
  for (const before of await tables.webhooks.listClaimed(ids, token)) {
    let webhook = before;
    let off: StatusReason | null = null;
    const { id, sealedAddress } = before;
    const own = finished.find((each) => each.webhookId === id && each.sealedAddress === sealedAddress);
    for (const { eventIds, result } of own?.sent ?? []) {
      const part = random();
      const ofTry = eventIds.flatMap((eventId) => known.get(`${before.id} ${eventId}`) ?? []);
      // Dropped or given up meanwhile; what was delivered all the same is stored as such.
      const changed = ofTry.filter(({ state }) => state === 'waiting' || result.isDelivered);
      const after = changed.map((delivery) => afterTryOf(delivery, result, nowMs, part));
      tried.push(...after);
      const givenUp = after.filter(({ state }) => state === 'given_up').length;
      const next = afterTry(webhook, result, givenUp, nowMs);
      webhook = { ...webhook, ...next.webhook };
      const isRefused = changed.some((delivery) => isRefusedForGood(webhook.kind, delivery, result));
      off = isRefused ? 'refused' : next.off;
    }
    if (off !== null && webhook.status === 'on') {
      webhook = { ...webhook, ...switchedOff('off', off, nowMs) };
      await tellSwitchedOff(tables, webhook, off, nowMs);
    }
    const change = changeOf(before, webhook);
    const key = JSON.stringify(change);
    changes.set(key, { change, ids: [...(changes.get(key)?.ids ?? []), id] });
  }
  // Most stay as they are or change in the same way: a statement each would be most of the statements of a turn.
  for (const { ids, change } of changes.values()) {
    if (Object.keys(change).length > 0) await tables.webhooks.update(ids, change);
  }
  await tables.deliveries.save(tried);
}

/** What changes in some webhooks. */
type Change = { readonly ids: readonly string[]; readonly change: Partial<StoredWebhook> };

function changeOf(before: StoredWebhook, after: StoredWebhook): Partial<StoredWebhook> {
  const fields = Object.keys(after) as (keyof StoredWebhook)[];
  return Object.fromEntries(
    fields.filter((field) => before[field] !== after[field]).map((field) => [field, after[field]]),
  );
}

function afterTryOf(
  delivery: WebhookDelivery,
  result: PostResult,
  nowMs: number,
  random: number,
): WebhookDelivery {
  const tries = delivery.tries + 1;
  const nextAtMs = result.isDelivered ? null : nextTryAtMs(tries, result, nowMs, random);
  return {
    ...delivery,
    state: result.isDelivered ? 'delivered' : nextAtMs === null ? 'given_up' : 'waiting',
    tries,
    nextAtMs,
    lastTryAtMs: nowMs,
    status: result.status,
    tookMs: Math.round(result.tookMs),
    // Else owners could read through the log what only the operator's network may reach.
    response: result.isFromPrivateAddress ? '' : result.response,
    reason: result.reason,
    isPrivate: result.isFromPrivateAddress,
  };
}

/** In the same transaction, so that a webhook is never switched off without its owner being notified. */
async function tellSwitchedOff(
  { bots, events }: Tables,
  { id, botId, host }: StoredWebhook,
  why: StatusReason,
  nowMs: number,
): Promise<void> {
  const bot = await bots.findById(botId);
  if (bot === null) return;
  const data = { botId, botName: bot.name, webhookId: id, host, reason: STATUS_REASONS[why] };
  const period = `${id} ${nowMs}`;
  await events.insert([{ type: 'webhook.disabled', period, atMs: nowMs, dueAtMs: nowMs, data }]);
}
