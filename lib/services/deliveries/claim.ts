import { CLAIMED_MAX, LEASE_MS, WAITING_MAX } from '@/lib/domain/delivery';
import { type EndpointKind, switchedOff } from '@/lib/domain/endpoint';
import type { BotEvent } from '@/lib/domain/event';
import type { Tables } from '@/lib/ports/directory';
import type { Vault } from '@/lib/ports/vault';
import { ownerOf } from '../bots/owner-of';
import { type OpenedEndpoint, openEndpoint } from '../endpoints/find';

/** An endpoint that this instance may deliver to, with the events that are due. */
export type Claimed = OpenedEndpoint & {
  readonly endpointId: string;
  readonly botId: string;
  readonly kind: EndpointKind;
  /** As it is stored: tells whether it is still the endpoint's address. */
  readonly sealedAddress: string;
  /** The longest due first. */
  readonly events: readonly BotEvent[];
  /** That of the bot's owner, for texts. */
  readonly timeZone: string;
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
  const endpoints = await tables.endpoints.claim(ids, lease, nowMs);
  const idsOf = (wanted: EndpointKind) => endpoints.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const due = [
    ...(await tables.deliveries.listDue(idsOf('signed'), CLAIMED_MAX, nowMs)),
    // Discord gets all that is due in one message.
    ...(await tables.deliveries.listDue(idsOf('discord'), WAITING_MAX, nowMs)),
  ];
  const kept = await tables.events.listByIds([...new Set(due.map(({ eventId }) => eventId))]);
  const byId = new Map(kept.map((event) => [event.id, event]));
  for (const endpoint of endpoints) {
    const { id: endpointId, botId, kind, sealedAddress } = endpoint;
    const ofEndpoint = due.filter((delivery) => delivery.endpointId === endpointId);
    const events = ofEndpoint.flatMap(({ eventId }) => byId.get(eventId) ?? []);
    const opened = openEndpoint(vault, endpoint, nowMs);
    if (opened === null) await tables.endpoints.update([endpointId], switchedOff('off', 'unreadable', nowMs));
    if (opened === null || events.length === 0) left.push(endpointId);
    else {
      const owner = kind === 'discord' ? await ownerOf(tables, botId) : null;
      const timeZone = owner?.timeZone ?? 'UTC';
      claimed.push({ ...opened, endpointId, botId, kind, sealedAddress, events, timeZone });
    }
  }
  const lost = due.filter(({ eventId }) => !byId.has(eventId));
  await tables.deliveries.save(lost.map((delivery) => ({ ...delivery, ...WITHOUT_EVENT })));
  await tables.endpoints.release(left, token);
  return claimed;
}

/** A delivery that waited longer than its event is kept. */
const WITHOUT_EVENT = { state: 'given_up', nextAtMs: null, reason: 'The event is no longer kept.' } as const;
