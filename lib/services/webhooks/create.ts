import type { EventType } from '@/lib/domain/alerts/event';
import {
  CHOOSABLE_TYPES,
  eventTypesText,
  hasRoom,
  parseWebhookAddress,
  type StoredWebhook,
  switchedOn,
  type Webhook,
  webhookHost,
  webhookKindOf,
} from '@/lib/domain/alerts/webhook';
import type { Caller } from '@/lib/domain/people/caller';
import { PLANS, type PlanName } from '@/lib/domain/quota/plan';
import type { Ports } from '@/lib/ports/ports';
import { writeBot } from '../bots/find';
import { conflict, done, invalidFields, type Result } from '../result';
import { shownWebhook } from './find';

type NewWebhook = {
  readonly botId: string;
  /** Its form tells the kind: an address of a Discord webhook gets Discord messages. */
  readonly url: string;
  readonly eventTypes: readonly EventType[];
};

/** `secret` signs the requests: shown once. `null` for Discord. */
export type CreatedWebhook = { readonly webhook: Webhook; readonly secret: string | null };

/**
 * Creates a webhook for a bot that `who` may manage. Refuses a wrong address, no or unknown types of events, and
 * what the plan has no room for (contract section 1).
 */
export async function createWebhook(
  ports: Ports,
  who: Caller,
  { botId, url, eventTypes }: NewWebhook,
): Promise<Result<CreatedWebhook>> {
  const { secrets, vault } = ports;
  return writeBot(ports, who, botId, 'createWebhook', async (tables, bot, nowMs, record) => {
    const address = readAddress(ports, url);
    const events = eventTypesError(eventTypes);
    if (typeof address === 'string' || events !== null) {
      return invalidFields({ url: typeof address === 'string' ? address : null, events });
    }
    const { kind, host } = address;
    const existing = await tables.webhooks.listOfBots([botId]);
    if (!hasRoom(bot.plan, kind, existing.length)) return conflict(noRoomMessage(bot.plan));
    const secret = kind === 'discord' ? null : secrets.newWebhookSecret();
    const webhook: StoredWebhook = {
      id: secrets.newId(),
      botId,
      createdAtMs: nowMs,
      ...address,
      ...switchedOn(nowMs),
      eventTypes: chosen(eventTypes),
      sealedSecret: secret && vault.seal(secret),
      sealedFormerSecret: null,
      formerUntilMs: null,
    };
    await tables.webhooks.insert(webhook);
    const after = { webhookId: webhook.id, host, eventTypes: eventTypesText(webhook.eventTypes) };
    await record('webhook.create', botId, { after });
    return done({ webhook: shownWebhook(vault, webhook, nowMs), secret });
  });
}

/** The chosen types in the order of the list, each once. */
export const chosen = (types: readonly EventType[]): EventType[] =>
  CHOOSABLE_TYPES.filter((type) => types.includes(type));

export function eventTypesError(types: readonly EventType[]): string | null {
  if (types.length === 0) return 'Choose at least one event, or switch the webhook off.';
  const unknown = types.find((type) => !CHOOSABLE_TYPES.includes(type));
  return unknown === undefined ? null : 'There is no such type of event.';
}

/** What to do when the plan has no room for a webhook. */
export function noRoomMessage(plan: PlanName): string {
  const { displayName, webhooksMax, features } = PLANS[plan];
  return features.customWebhooks
    ? `The ${displayName} plan has ${webhooksMax} webhooks a bot. Delete one first.`
    : `The ${displayName} plan has one webhook a bot, and only for an address of Discord.`;
}

/** What is stored of an address. */
type ReadAddress = Pick<Webhook, 'kind' | 'host' | 'last4'> & { readonly sealedAddress: string };

/** Reads and encrypts the address that a person typed; one sentence if nothing may be sent to it. */
export function readAddress({ vault, webhooks }: Pick<Ports, 'vault' | 'webhooks'>, typed: string) {
  const parsed = parseWebhookAddress(typed);
  if (!parsed.ok) return parsed.error;
  const { address } = parsed;
  const { refusal, isNamed } = webhooks.judge(address);
  if (refusal !== null) return refusal;
  const read: ReadAddress = {
    kind: webhookKindOf(address, isNamed),
    host: webhookHost(address),
    last4: address.slice(-4),
    sealedAddress: vault.seal(address),
  };
  return read;
}
