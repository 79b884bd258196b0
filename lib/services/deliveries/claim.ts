import {
  CLAIMED_MAX,
  countSlots,
  REQUESTS_MAX,
  type Slot,
  WAITING_MAX,
  WEBHOOK_LEASE_MS,
} from '@/lib/domain/alerts/delivery';
import type { BotEvent } from '@/lib/domain/alerts/event';
import { type DueWebhook, switchedOff, type WebhookKind } from '@/lib/domain/alerts/webhook';
import type { Ports, Tables, Vault } from '@/lib/ports/ports';
import { ownerOf } from '../bots/find';
import { SetAside } from '../set-aside';
import { composed } from '../votes/compose';
import { type OpenedWebhook, openWebhook } from '../webhooks/find';

const IN_ORDER = ['working', 'new', 'failing'] as const;

/** Webhooks for which deliveries are due, as many as may be sent to in addition to the requests that are under way. */
export async function findDue(
  { directory }: Pick<Ports, 'directory'>,
  underWay: readonly Slot[],
  aside = new SetAside(),
): Promise<DueWebhook[]> {
  const slots = countSlots(underWay);
  const hosts = [...new Set(underWay.map(({ host }) => host))];
  const wanted = IN_ORDER.map((health) => {
    // Hosts that may not get more must not fill the part of the list that is read.
    const exceptHosts = hosts.filter((host) => !slots.isFree({ host, health }));
    return { health, exceptHosts };
  });
  const due = await directory.read(({ webhooks }, nowMs) =>
    webhooks.listDue({ wanted, except: aside.ids(nowMs) }, REQUESTS_MAX, nowMs),
  );
  return IN_ORDER.flatMap((health) =>
    due.filter((webhook) => webhook.health === health && slots.take(webhook)),
  );
}

/** A webhook that this instance may deliver to, with the events that are due. */
export type ClaimedWebhook = OpenedWebhook & {
  readonly webhookId: string;
  readonly botId: string;
  readonly kind: WebhookKind;
  /** As it is stored: tells whether it is still the webhook's address. */
  readonly sealedAddress: string;
  /** The longest due first. */
  readonly events: readonly BotEvent[];
  /** That of the bot's owner, for texts. */
  readonly timeZone: string;
};

/** Which webhooks to claim, with which token, and what is left out. */
type Wanted = { readonly ids: readonly string[]; readonly token: string; readonly aside: SetAside };

/** Names a delivery among what is set aside. */
export const deliveryId = (webhookId: string, eventId: string): string => `${webhookId} ${eventId}`;

/**
 * Claims those of the webhooks that are still due and that no other instance delivers to. Part of a write that holds
 * the locks of their bots. One whose secrets cannot be decrypted is switched off. `paused` are those
 * of which all due deliveries are set aside.
 */
export async function claimWebhooks(
  tables: Tables,
  vault: Vault,
  { ids, token, aside }: Wanted,
  nowMs: number,
): Promise<{ readonly claimed: readonly ClaimedWebhook[]; readonly paused: readonly string[] }> {
  const lease = { token, untilMs: nowMs + WEBHOOK_LEASE_MS };
  const claimed: ClaimedWebhook[] = [];
  const left: string[] = [];
  const webhooks = await tables.webhooks.claim(ids, lease, nowMs);
  const idsOf = (wanted: WebhookKind) => webhooks.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  // More than are sent: those that are set aside must not fill the list.
  const max = CLAIMED_MAX + aside.ids(nowMs).length;
  const listed = [
    ...(await tables.deliveries.listDue(idsOf('signed'), max, nowMs)),
    // Discord gets all that is due in one message.
    ...(await tables.deliveries.listDue(idsOf('discord'), WAITING_MAX, nowMs)),
  ];
  const due = listed.filter((each) => !aside.has(deliveryId(each.webhookId, each.eventId)));
  const kept = await tables.events.listByIds([...new Set(due.map(({ eventId }) => eventId))]);
  const byId = new Map((await composed(tables, kept, nowMs)).map((event) => [event.id, event]));
  for (const webhook of webhooks) {
    const { id: webhookId, botId, kind, sealedAddress } = webhook;
    const all = due.filter((delivery) => delivery.webhookId === webhookId);
    const ofWebhook = kind === 'signed' ? all.slice(0, CLAIMED_MAX) : all;
    const events = ofWebhook.flatMap(({ eventId }) => byId.get(eventId) ?? []);
    const opened = openWebhook(vault, webhook, nowMs);
    if (opened === null) await tables.webhooks.update([webhookId], switchedOff('off', 'unreadable', nowMs));
    if (opened === null || events.length === 0) left.push(webhookId);
    else {
      const owner = kind === 'discord' ? await ownerOf(tables, botId) : null;
      const timeZone = owner?.timeZone ?? 'UTC';
      claimed.push({ ...opened, webhookId, botId, kind, sealedAddress, events, timeZone });
    }
  }
  const lost = due.filter(({ eventId }) => !byId.has(eventId));
  await tables.deliveries.save(lost.map((delivery) => ({ ...delivery, ...WITHOUT_EVENT })));
  await tables.webhooks.release(left, token);
  const rest = new Set(due.map(({ webhookId }) => webhookId));
  const isSetAside = (id: string) => !rest.has(id) && listed.some(({ webhookId }) => webhookId === id);
  return { claimed, paused: left.filter(isSetAside) };
}

/** A delivery that waited longer than its event or its vote is kept, or of an event that was damaged since. */
const WITHOUT_EVENT = {
  ...({ state: 'given_up', nextAtMs: null } as const),
  reason: 'The event is no longer kept, or cannot be read.',
};
