import { afterTry, type Delivery, nextTryAtMs } from '@/lib/domain/delivery';
import { STATUS_REASONS, type StatusReason, switchedOff } from '@/lib/domain/endpoint';
import type { Tables } from '@/lib/ports/directory';
import type { StoredEndpoint } from '@/lib/ports/endpoints';
import type { PostResult } from '@/lib/ports/webhook-sender';

/** One request to an endpoint and the events in it: one, or several in a summary for Discord. */
export type Sent = { readonly eventIds: readonly string[]; readonly result: PostResult };

/** The requests of one claim, in order. */
export type Finished = {
  readonly endpointId: string;
  readonly botId: string;
  readonly sent: readonly Sent[];
};

/**
 * Stores what was sent to endpoints that are still claimed with `token`, and ends the claims. Part of a write that
 * holds the locks of their bots. What another instance has claimed meanwhile is left to it. `random` is from 0 to 1.
 */
export async function recordSent(
  tables: Tables,
  finished: readonly Finished[],
  token: string,
  nowMs: number,
  random: () => number,
): Promise<void> {
  const ids = finished.map(({ endpointId }) => endpointId);
  const claimed = new Map((await tables.endpoints.listClaimed(ids, token)).map((each) => [each.id, each]));
  for (const { endpointId, sent } of finished) {
    const endpoint = claimed.get(endpointId);
    if (endpoint !== undefined && sent.length > 0) await recordOne(tables, endpoint, sent, nowMs, random);
  }
  await tables.endpoints.release(ids, token);
  await tables.endpoints.schedule([...claimed.keys()]);
}

async function recordOne(
  tables: Tables,
  before: StoredEndpoint,
  sent: readonly Sent[],
  nowMs: number,
  random: () => number,
): Promise<void> {
  let endpoint = before;
  let off: StatusReason | null = null;
  for (const { eventIds, result } of sent) {
    const part = random();
    let givenUp = 0;
    for (const eventId of eventIds) {
      const delivery = await tables.deliveries.find(before.id, eventId);
      // Deleted, dropped or given up meanwhile; what was delivered all the same is stored as such.
      if (delivery === null || (delivery.state !== 'waiting' && !result.isDelivered)) continue;
      const tried = afterTryOf(delivery, result, nowMs, part);
      if (tried.state === 'given_up') givenUp++;
      await tables.deliveries.save(tried);
    }
    const next = afterTry(endpoint, result, givenUp, nowMs);
    endpoint = { ...endpoint, ...next.endpoint };
    off = next.off;
  }
  if (off === null || endpoint.status !== 'on') return tables.endpoints.update([endpoint.id], endpoint);
  await tables.endpoints.update([endpoint.id], { ...endpoint, ...switchedOff('off', off, nowMs) });
  await tellSwitchedOff(tables, endpoint, off, nowMs);
}

function afterTryOf(delivery: Delivery, result: PostResult, nowMs: number, random: number): Delivery {
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
    response: result.response,
    reason: result.reason,
    isPrivate: result.isFromPrivateAddress,
  };
}

/** In the same transaction, so that an endpoint is never switched off without its owner being told. */
async function tellSwitchedOff(
  { bots, events }: Tables,
  { id, botId, host }: StoredEndpoint,
  why: StatusReason,
  nowMs: number,
): Promise<void> {
  const bot = await bots.findById(botId);
  if (bot === null) return;
  const data = { botId, botName: bot.name, webhookId: id, host, reason: STATUS_REASONS[why] };
  const period = `${id} ${nowMs}`;
  await events.insert([{ type: 'webhook.disabled', period, atMs: nowMs, dueAtMs: nowMs, data }]);
}
