import type { EventType } from '@/lib/domain/alerts/event';
import {
  eventTypesText,
  FORMER_WEBHOOK_SECRET_MS,
  hasRoom,
  type StoredWebhook,
  switchedOff,
  switchedOn,
  type Webhook,
} from '@/lib/domain/alerts/webhook';
import type { Caller } from '@/lib/domain/people/caller';
import type { Ports, Tables } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { removeStored } from '../removals/webhook';
import { conflict, done, invalidFields, type Result } from '../result';
import { type CreatedWebhook, chosen, eventTypesError, noRoomMessage, readAddress } from './create';
import { openWebhook, shownWebhook, writeWebhook } from './find';

type WebhookChange = {
  /** Of the same kind as before. */
  readonly url?: string;
  readonly eventTypes?: readonly EventType[];
  /** Enabling forgets the failures so far, and what waits is sent. */
  readonly isOn?: boolean;
};

/**
 * Changes a webhook: all of it or, if anything is invalid, nothing. A new address for one whose secrets cannot be
 * decrypted enables it, and one whose signing secret is lost too gets a new one, which is returned this once.
 */
export async function changeWebhook(
  ports: Ports,
  who: Caller,
  id: string,
  { url, eventTypes, isOn }: WebhookChange,
): Promise<Result<CreatedWebhook>> {
  const { secrets, vault } = ports;
  return writeWebhook(ports, who, id, 'changeWebhook', async (tables, now, nowMs, record, actor) => {
    const read = url === undefined ? null : readAddress(ports, url);
    const address = read !== null && typeof read !== 'string' && read.kind !== now.kind ? OTHER_KIND : read;
    const events = eventTypes === undefined ? null : eventTypesError(eventTypes);
    if (typeof address === 'string' || events !== null) {
      return invalidFields({ url: typeof address === 'string' ? address : null, events });
    }
    const isUnreadable = openWebhook(vault, now, nowMs) === null;
    if (isOn && isUnreadable && address === null) return conflict('Set its address again first.');
    const isReset = isUnreadable && address !== null;
    const isEnabled = now.status !== 'on' && (isOn ?? isReset);
    if (isEnabled) {
      const bot = await findBot(tables, actor, now.botId, 'changeWebhook');
      if (!bot.ok) return bot;
      const on = (await tables.webhooks.listOfBots([now.botId])).filter(({ status }) => status === 'on');
      if (!hasRoom(bot.value.plan, now.kind, on.length)) return conflict(noRoomMessage(bot.value.plan));
    }
    const isSecretLost = now.kind === 'signed' && vault.open(now.sealedSecret ?? '') === null;
    const secret = isReset && isSecretLost ? secrets.newWebhookSecret() : null;
    const next: StoredWebhook = {
      ...now,
      ...address,
      // The failures so far were those of another receiver.
      ...(address && { health: 'new', firstFailureAtMs: null, givenUp: 0, notBeforeMs: 0 }),
      ...(secret && { sealedSecret: vault.seal(secret), sealedFormerSecret: null, formerUntilMs: null }),
      ...(eventTypes && { eventTypes: chosen(eventTypes) }),
      ...(isEnabled && switchedOn(nowMs)),
      ...(isOn === false && now.status !== 'off' && switchedOff('off', 'person', nowMs)),
    };
    await tables.webhooks.update([id], next);
    await tables.webhooks.schedule([id]);
    await record('webhook.change', now.botId, { before: audited(now), after: audited(next) });
    return done({ webhook: shownWebhook(vault, next, nowMs), secret });
  });
}

/** Changes what webhooks of a bot get, in a transaction: all of them or, if a choice is invalid, none. */
export async function changeEventTypes(
  { webhooks, audit }: Tables,
  botId: string,
  types: ReadonlyMap<string, readonly EventType[]>,
  actor: string,
  nowMs: number,
): Promise<Result<null>> {
  const stored = types.size === 0 ? [] : await webhooks.listOfBots([botId]);
  const changes = stored.flatMap((now) => {
    const eventTypes = types.get(now.id);
    return eventTypes === undefined || String(chosen(eventTypes)) === String(now.eventTypes)
      ? []
      : [{ now, eventTypes }];
  });
  const faults = changes.flatMap(({ now, eventTypes }) => {
    const fault = eventTypesError(eventTypes);
    return fault === null ? [] : [[now.id, `${now.host} …${now.last4}: ${fault}`] as const];
  });
  if (faults.length > 0) return invalidFields(Object.fromEntries(faults));
  for (const { now, eventTypes } of changes) {
    const next = { ...now, eventTypes: chosen(eventTypes) };
    await webhooks.update([now.id], { eventTypes: next.eventTypes });
    const entry = { actor, action: 'webhook.change', subject: botId } as const;
    await audit.append({ ...entry, before: audited(now), after: audited(next) }, nowMs);
  }
  return done(null);
}

const OTHER_KIND = 'Webhooks for Discord and for other receivers are different: add another one.';

const audited = ({ id, host, status, eventTypes }: Webhook) => ({
  webhookId: id,
  host,
  status,
  eventTypes: eventTypesText(eventTypes),
});

/** Gives a signed webhook a new secret; the present one signs too for 24 h, one before it no longer. */
export async function rotateSecret(ports: Ports, who: Caller, id: string): Promise<Result<CreatedWebhook>> {
  const { secrets, vault } = ports;
  return writeWebhook(ports, who, id, 'rotateSecret', async (tables, now, nowMs, record) => {
    if (now.kind === 'discord') return conflict('An address of Discord has no secret besides itself.');
    if (openWebhook(vault, now, nowMs) === null) return conflict('Set its address again first.');
    const secret = secrets.newWebhookSecret();
    const rotated = {
      sealedSecret: vault.seal(secret),
      sealedFormerSecret: now.sealedSecret,
      formerUntilMs: nowMs + FORMER_WEBHOOK_SECRET_MS,
    };
    await tables.webhooks.update([id], rotated);
    const after = { webhookId: id, host: now.host };
    await record('webhook.rotate-secret', now.botId, { after });
    return done({ webhook: shownWebhook(vault, { ...now, ...rotated }, nowMs), secret });
  });
}

/** Deletes a webhook with its deliveries; what waits for it is not sent. Returns it as it was. */
export async function removeWebhook(ports: Ports, who: Caller, id: string): Promise<Result<Webhook>> {
  return writeWebhook(ports, who, id, 'removeWebhook', async (tables, now, nowMs, record) => {
    const { botId, host } = now;
    await removeStored(tables, now, nowMs);
    const before = { webhookId: id, host };
    await record('webhook.delete', botId, { before });
    return done(shownWebhook(ports.vault, now, nowMs));
  });
}
