import {
  type Endpoint,
  eventTypesText,
  FORMER_SECRET_MS,
  hasRoom,
  switchedOff,
  switchedOn,
} from '@/lib/domain/alerts/endpoint';
import type { EventType } from '@/lib/domain/alerts/event';
import { actorOf, type Caller } from '@/lib/domain/people/caller';
import type { StoredEndpoint } from '@/lib/ports/events';
import type { Ports } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { conflict, done, invalidFields, type Result } from '../result';
import { writeAs } from '../write';
import { type CreatedEndpoint, chosen, eventTypesError, noRoomMessage, readAddress } from './create';
import { findEndpoint, lockOfEndpoint, openEndpoint, shownEndpoint } from './find';

type EndpointChange = {
  /** Of the same kind as before. */
  readonly url?: string;
  readonly eventTypes?: readonly EventType[];
  /** Enabling forgets the failures so far, and what waits is sent. */
  readonly isOn?: boolean;
};

/**
 * Changes an endpoint: all of it or, if anything is invalid, nothing. A new address for one whose secrets cannot be
 * decrypted enables it, and one whose signing secret is lost too gets a new one, which is returned this once.
 */
export async function changeEndpoint(
  ports: Ports,
  who: Caller,
  id: string,
  { url, eventTypes, isOn }: EndpointChange,
): Promise<Result<CreatedEndpoint>> {
  const { secrets, vault } = ports;
  return writeAs(ports, who, [await lockOfEndpoint(ports, id)], async (tables, nowMs, actor) => {
    const found = await findEndpoint(tables, actor, id);
    if (!found.ok) return found;
    const now = found.value;
    const read = url === undefined ? null : readAddress(ports, url);
    const address = read !== null && typeof read !== 'string' && read.kind !== now.kind ? OTHER_KIND : read;
    const events = eventTypes === undefined ? null : eventTypesError(eventTypes);
    if (typeof address === 'string' || events !== null) {
      return invalidFields({ url: typeof address === 'string' ? address : null, events });
    }
    const isUnreadable = openEndpoint(vault, now, nowMs) === null;
    if (isOn && isUnreadable && address === null) return conflict('Set its address again first.');
    const isReset = isUnreadable && address !== null;
    const isEnabled = now.status !== 'on' && (isOn ?? isReset);
    if (isEnabled) {
      const bot = await findBot(tables, actor, now.botId);
      if (!bot.ok) return bot;
      const on = (await tables.endpoints.listOfBots([now.botId])).filter(({ status }) => status === 'on');
      if (!hasRoom(bot.value.plan, now.kind, on.length)) return conflict(noRoomMessage(bot.value.plan));
    }
    const isSecretLost = now.kind === 'signed' && vault.open(now.sealedSecret ?? '') === null;
    const secret = isReset && isSecretLost ? secrets.newWebhookSecret() : null;
    const next: StoredEndpoint = {
      ...now,
      ...address,
      // The failures so far were those of another receiver.
      ...(address && { health: 'new', firstFailureAtMs: null, givenUp: 0, notBeforeMs: 0 }),
      ...(secret && { sealedSecret: vault.seal(secret), sealedFormerSecret: null, formerUntilMs: null }),
      ...(eventTypes && { eventTypes: chosen(eventTypes) }),
      ...(isEnabled && switchedOn(nowMs)),
      ...(isOn === false && now.status !== 'off' && switchedOff('off', 'person', nowMs)),
    };
    await tables.endpoints.update([id], next);
    await tables.endpoints.schedule([id]);
    const entry = { actor: actorOf(actor), action: 'webhook.change', subject: now.botId } as const;
    await tables.audit.append({ ...entry, before: audited(now), after: audited(next) }, nowMs);
    return done({ endpoint: shownEndpoint(vault, next, nowMs), secret });
  });
}

const OTHER_KIND = 'Webhooks for Discord and for other receivers are different: add another one.';

const audited = ({ id, host, status, eventTypes }: Endpoint) => ({
  ...{ webhookId: id, host, status, eventTypes: eventTypesText(eventTypes) },
});

/** Gives a signed endpoint a new secret; the present one signs too for 24 h, one before it no longer. */
export async function rotateSecret(ports: Ports, who: Caller, id: string): Promise<Result<CreatedEndpoint>> {
  const { secrets, vault } = ports;
  return writeAs(ports, who, [await lockOfEndpoint(ports, id)], async (tables, nowMs, actor) => {
    const found = await findEndpoint(tables, actor, id);
    if (!found.ok) return found;
    const now = found.value;
    if (now.kind === 'discord') return conflict('An address of Discord has no secret besides itself.');
    if (openEndpoint(vault, now, nowMs) === null) return conflict('Set its address again first.');
    const secret = secrets.newWebhookSecret();
    const rotated = {
      sealedSecret: vault.seal(secret),
      sealedFormerSecret: now.sealedSecret,
      formerUntilMs: nowMs + FORMER_SECRET_MS,
    };
    await tables.endpoints.update([id], rotated);
    const after = { webhookId: id, host: now.host };
    const entry = { actor: actorOf(actor), action: 'webhook.rotate-secret', subject: now.botId } as const;
    await tables.audit.append({ ...entry, after }, nowMs);
    return done({ endpoint: shownEndpoint(vault, { ...now, ...rotated }, nowMs), secret });
  });
}

/** Deletes an endpoint with its deliveries; what waits for it is not sent. Returns it as it was. */
export async function removeEndpoint(ports: Ports, who: Caller, id: string): Promise<Result<Endpoint>> {
  return writeAs(ports, who, [await lockOfEndpoint(ports, id)], async (tables, nowMs, actor) => {
    const found = await findEndpoint(tables, actor, id);
    if (!found.ok) return found;
    const { botId, host } = found.value;
    await tables.endpoints.delete(id);
    const before = { webhookId: id, host };
    const entry = { actor: actorOf(actor), action: 'webhook.delete', subject: botId, before } as const;
    await tables.audit.append(entry, nowMs);
    return done(shownEndpoint(ports.vault, found.value, nowMs));
  });
}
