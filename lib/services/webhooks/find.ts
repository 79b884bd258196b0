import type { WebhookDelivery } from '@/lib/domain/alerts/delivery';
import type { BotEvent } from '@/lib/domain/alerts/event';
import type { StoredWebhook, Webhook } from '@/lib/domain/alerts/webhook';
import type { Bot } from '@/lib/domain/bots/bot';
import type { Caller } from '@/lib/domain/people/caller';
import { PAGE_SIZE, pageWithin } from '@/lib/domain/text/paging';
import type { Ports, Tables, Vault } from '@/lib/ports/ports';
import { findBot, readOfBot } from '../bots/find';
import { done, notFound, notOwned, type Result } from '../result';
import { may, type Right } from '../rights';
import { botLock, type WorkOn, type WritePorts, writeAs } from '../write';

const NO_WEBHOOK = 'There is no such webhook.';

/** A webhook of a bot that `who` may manage. Another owner's and an unknown one get the same refusal. */
async function findWebhook(
  tables: Tables,
  who: Caller,
  id: string,
  what: Right,
): Promise<Result<StoredWebhook>> {
  const webhook = await tables.webhooks.findById(id);
  // An unknown webhook costs the same reads as another owner's, so the time tells nothing.
  const bot = await findBot(tables, who, webhook?.botId ?? '', what);
  if (webhook === null) return notFound(NO_WEBHOOK, 'webhookId');
  return bot.ok ? done(webhook) : notOwned(NO_WEBHOOK, 'webhookId');
}

/** A write on such a webhook. It holds the lock of its bot, which a webhook never leaves; an unknown one costs the same. */
export async function writeWebhook<T>(
  ports: WritePorts,
  who: Caller,
  id: string,
  what: Right,
  work: WorkOn<StoredWebhook, T>,
): Promise<Result<T>> {
  const known = await ports.directory.read(({ webhooks }) => webhooks.findById(id));
  return writeAs(ports, who, [botLock(known?.botId ?? '')], async (tables, nowMs, actor, record) => {
    const found = await findWebhook(tables, actor, id, what);
    return found.ok ? work(tables, found.value, nowMs, record, actor) : found;
  });
}

/** What signs and addresses requests. */
export type OpenedWebhook = { readonly address: string; readonly secrets: readonly string[] };

/** Decrypts a webhook: the secret before the last rotation too, while it signs. `null` if it has to be set again. */
export function openWebhook(
  vault: Vault,
  { kind, sealedAddress, sealedSecret, sealedFormerSecret, formerUntilMs }: StoredWebhook,
  nowMs: number,
): OpenedWebhook | null {
  const address = vault.open(sealedAddress);
  if (address === null) return null;
  if (kind === 'discord') return { address, secrets: [] };
  const secret = sealedSecret === null ? null : vault.open(sealedSecret);
  if (secret === null) return null;
  const isFormerValid = sealedFormerSecret !== null && formerUntilMs !== null && nowMs < formerUntilMs;
  const former = isFormerValid ? vault.open(sealedFormerSecret) : null;
  return { address, secrets: former === null ? [secret] : [secret, former] };
}

/** A webhook as people see it: off if its secrets cannot be decrypted. */
export function shownWebhook(vault: Vault, stored: StoredWebhook, nowMs: number): Webhook {
  const { sealedAddress: _a, sealedSecret: _s, sealedFormerSecret: _f, notBeforeMs: _n, ...webhook } = stored;
  if (openWebhook(vault, stored, nowMs) !== null) return webhook;
  return { ...webhook, status: 'off', statusReason: 'unreadable' };
}

export type WebhooksOfBot = {
  readonly nowMs: number;
  readonly bot: Bot;
  /** Oldest first. */
  readonly webhooks: readonly ListedWebhook[];
};

type ListedWebhook = {
  readonly webhook: Webhook;
  /** Events that wait to be delivered. */
  readonly waiting: number;
  /** `null` if nothing was sent to it. */
  readonly lastTryAtMs: number | null;
};

/** The webhooks of a bot that `who` may manage, without addresses and secrets. */
export async function listWebhooks(ports: Ports, who: Caller, botId: string): Promise<Result<WebhooksOfBot>> {
  return readOfBot(ports, who, botId, 'listWebhooks', async (tables, bot, nowMs) => {
    const stored = await tables.webhooks.listOfBots([botId]);
    const ids = stored.map(({ id }) => id);
    const waiting = await tables.deliveries.countWaiting(ids);
    const lastTries = await tables.deliveries.lastTries(ids);
    const webhooks = stored.map((each) => ({
      webhook: shownWebhook(ports.vault, each, nowMs),
      waiting: waiting.get(each.id) ?? 0,
      lastTryAtMs: lastTries.get(each.id) ?? null,
    }));
    return { nowMs, bot, webhooks };
  });
}

type DeliveriesOfWebhook = {
  readonly nowMs: number;
  readonly webhook: Webhook;
  /** From 1: the requested page, or the last one. */
  readonly page: number;
  /** Deliveries on all pages. */
  readonly total: number;
  readonly deliveries: readonly ShownDelivery[];
};

/**
 * `nextAtMs` is when it is tried; `null` too while its webhook is not on. Hidden: a private address responded, whose
 * status and duration are for admins only.
 */
type ShownDelivery = WebhookDelivery & { readonly isHidden: boolean };

/** A page of the deliveries to a webhook of a bot that `who` may manage, the newest first. */
export async function listDeliveries(
  { directory, vault }: Ports,
  who: Caller,
  webhookId: string,
  page: number,
): Promise<Result<DeliveriesOfWebhook>> {
  return directory.read(async (tables, nowMs) => {
    const found = await findWebhook(tables, who, webhookId, 'listDeliveries');
    if (!found.ok) return found;
    const total = await tables.deliveries.countOfWebhook(webhookId);
    const shown = pageWithin(page, total, PAGE_SIZE);
    const { botId } = found.value;
    const all = await withoutRemoved(tables, botId, await tables.deliveries.listOfWebhook(webhookId, shown));
    const webhook = shownWebhook(vault, found.value, nowMs);
    const nextAtMs = (atMs: number | null) =>
      atMs === null || webhook.status !== 'on' ? null : Math.max(atMs, found.value.notBeforeMs);
    const deliveries = all.map((each) => ({ ...shownTo(who, each), nextAtMs: nextAtMs(each.nextAtMs) }));
    return done({ nowMs, webhook, page: shown, total, deliveries });
  });
}

/** Whether an event is about a vote whose user was removed, or which is no longer kept. */
export const isOfRemovedVote = async ({ votes }: Tables, event: BotEvent): Promise<boolean> =>
  event.type === 'vote.created' && (await votes.listByIds([event.data.voteId])).length === 0;

/** What a receiver responded may name a removed user too, until the rows are deleted. */
async function withoutRemoved(
  tables: Tables,
  botId: string,
  all: WebhookDelivery[],
): Promise<WebhookDelivery[]> {
  if (!(await tables.removals.has(botId, 'voter'))) return all;
  const removed = new Set<string>();
  for (const event of await tables.events.listByIds(all.map(({ eventId }) => eventId)))
    if (await isOfRemovedVote(tables, event)) removed.add(event.id);
  return all.filter(({ eventId }) => !removed.has(eventId));
}

function shownTo(who: Caller, delivery: WebhookDelivery): ShownDelivery {
  if (!delivery.isPrivate || may(who, null, 'administer')) return { ...delivery, isHidden: false };
  const reason = delivery.reason === '' ? '' : 'It failed; the receiver is private, so only admins see why.';
  return { ...delivery, status: null, tookMs: null, response: '', reason, isHidden: true };
}
