import { CLAIMED_MAX, LEASE_MS, WAITING_MAX } from '@/lib/domain/delivery';
import { type EndpointKind, switchedOff } from '@/lib/domain/endpoint';
import type { BotEvent } from '@/lib/domain/event';
import type { Tables } from '@/lib/ports/directory';
import type { StoredEndpoint } from '@/lib/ports/endpoints';
import type { Vault } from '@/lib/ports/vault';
import { type OpenedEndpoint, openEndpoint } from '../endpoints/find';

/** An endpoint that this instance may deliver to, with the events that are due. */
export type Claimed = OpenedEndpoint & {
  readonly endpointId: string;
  readonly botId: string;
  readonly kind: EndpointKind;
  /** The longest due first. */
  readonly events: readonly BotEvent[];
};

/**
 * Claims those of the endpoints that are still due and that no other instance delivers to. Part of a write that holds
 * the locks of their bots. One whose secrets cannot be decrypted is switched off.
 */
export async function claimEndpoints(
  tables: Tables,
  vault: Vault,
  ids: readonly string[],
  token: string,
  nowMs: number,
): Promise<Claimed[]> {
  const lease = { token, untilMs: nowMs + LEASE_MS };
  const claimed: Claimed[] = [];
  const left: string[] = [];
  for (const endpoint of await tables.endpoints.claim(ids, lease, nowMs)) {
    const opened = openEndpoint(vault, endpoint, nowMs);
    if (opened === null)
      await tables.endpoints.update([endpoint.id], switchedOff('off', 'unreadable', nowMs));
    const events = opened === null ? [] : await eventsDue(tables, endpoint, nowMs);
    if (opened === null || events.length === 0) left.push(endpoint.id);
    else {
      const { id: endpointId, botId, kind } = endpoint;
      claimed.push({ ...opened, endpointId, botId, kind, events });
    }
  }
  await tables.endpoints.release(left, token);
  await tables.endpoints.schedule(left);
  return claimed;
}

/** Discord gets all that is due in one message. What is no longer kept of a delivery's event cannot be sent. */
async function eventsDue(
  { deliveries, events }: Tables,
  { id, kind }: StoredEndpoint,
  nowMs: number,
): Promise<BotEvent[]> {
  const due = await deliveries.listDue(id, nowMs, kind === 'discord' ? WAITING_MAX : CLAIMED_MAX);
  const kept = await events.listByIds(due.map(({ eventId }) => eventId));
  const byId = new Map(kept.map((event) => [event.id, event]));
  for (const delivery of due.filter(({ eventId }) => !byId.has(eventId))) {
    const reason = 'The event is no longer kept.';
    await deliveries.save({ ...delivery, state: 'given_up', nextAtMs: null, reason });
  }
  return due.flatMap(({ eventId }) => byId.get(eventId) ?? []);
}
