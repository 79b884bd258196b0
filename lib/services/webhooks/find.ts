import type { Delivery } from '@/lib/domain/alerts/delivery';
import type { Endpoint } from '@/lib/domain/alerts/endpoint';
import type { Bot } from '@/lib/domain/bots/bot';
import { type Caller, mayAdminister } from '@/lib/domain/people/caller';
import { PAGE_SIZE, pageWithin } from '@/lib/domain/text/paging';
import type { StoredEndpoint } from '@/lib/ports/events';
import type { Lock, Ports, Tables, Vault } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { done, notFound, notOwned, type Result } from '../result';
import { botLock } from '../write';

const NO_ENDPOINT = 'There is no such webhook.';

/** An endpoint of a bot that `who` may manage. Another owner's and an unknown one get the same refusal. */
export async function findEndpoint(tables: Tables, who: Caller, id: string): Promise<Result<StoredEndpoint>> {
  const endpoint = await tables.endpoints.findById(id);
  // An unknown endpoint costs the same reads as another owner's, so the time tells nothing.
  const bot = await findBot(tables, who, endpoint?.botId ?? '');
  if (endpoint === null) return notFound(NO_ENDPOINT, 'webhookId');
  return bot.ok ? done(endpoint) : notOwned(NO_ENDPOINT, 'webhookId');
}

/** The lock of an endpoint's bot, which an endpoint never leaves. For an unknown one it costs the same. */
export async function lockOfEndpoint({ directory }: Pick<Ports, 'directory'>, id: string): Promise<Lock> {
  const endpoint = await directory.read(({ endpoints }) => endpoints.findById(id));
  return botLock(endpoint?.botId ?? '');
}

/** What signs and addresses requests. */
export type OpenedEndpoint = { readonly address: string; readonly secrets: readonly string[] };

/** Decrypts an endpoint: the secret before the last rotation too, while it signs. `null` if it has to be set again. */
export function openEndpoint(
  vault: Vault,
  { kind, sealedAddress, sealedSecret, sealedFormerSecret, formerUntilMs }: StoredEndpoint,
  nowMs: number,
): OpenedEndpoint | null {
  const address = vault.open(sealedAddress);
  if (address === null) return null;
  if (kind === 'discord') return { address, secrets: [] };
  const secret = sealedSecret === null ? null : vault.open(sealedSecret);
  if (secret === null) return null;
  const isFormerValid = sealedFormerSecret !== null && formerUntilMs !== null && nowMs < formerUntilMs;
  const former = isFormerValid ? vault.open(sealedFormerSecret) : null;
  return { address, secrets: former === null ? [secret] : [secret, former] };
}

/** An endpoint as people see it: off if its secrets cannot be decrypted. */
export function shownEndpoint(vault: Vault, stored: StoredEndpoint, nowMs: number): Endpoint {
  const {
    sealedAddress: _a,
    sealedSecret: _s,
    sealedFormerSecret: _f,
    notBeforeMs: _n,
    ...endpoint
  } = stored;
  if (openEndpoint(vault, stored, nowMs) !== null) return endpoint;
  return { ...endpoint, status: 'off', statusReason: 'unreadable' };
}

type EndpointsOfBot = {
  readonly nowMs: number;
  readonly bot: Bot;
  /** Oldest first. */
  readonly endpoints: readonly ListedEndpoint[];
};

type ListedEndpoint = {
  readonly endpoint: Endpoint;
  /** Events that wait to be delivered. */
  readonly waiting: number;
  /** `null` if nothing was sent to it. */
  readonly lastTryAtMs: number | null;
};

/** The endpoints of a bot that `who` may manage, without addresses and secrets. */
export async function listEndpoints(
  { directory, vault }: Ports,
  who: Caller,
  botId: string,
): Promise<Result<EndpointsOfBot>> {
  return directory.read(async (tables, nowMs) => {
    const found = await findBot(tables, who, botId);
    if (!found.ok) return found;
    const stored = await tables.endpoints.listOfBots([botId]);
    const ids = stored.map(({ id }) => id);
    const waiting = await tables.deliveries.countWaiting(ids);
    const lastTries = await tables.deliveries.lastTries(ids);
    const endpoints = stored.map((each) => ({
      endpoint: shownEndpoint(vault, each, nowMs),
      waiting: waiting.get(each.id) ?? 0,
      lastTryAtMs: lastTries.get(each.id) ?? null,
    }));
    return done({ nowMs, bot: found.value, endpoints });
  });
}

type DeliveriesOfEndpoint = {
  readonly nowMs: number;
  readonly endpoint: Endpoint;
  /** From 1: the requested page, or the last one. */
  readonly page: number;
  /** Deliveries on all pages. */
  readonly total: number;
  readonly deliveries: readonly ShownDelivery[];
};

/**
 * `nextAtMs` is when it is tried; `null` too while its endpoint is not on. Hidden: a private address responded, whose
 * status and duration are for admins only.
 */
type ShownDelivery = Delivery & { readonly isHidden: boolean };

/** A page of the deliveries to an endpoint of a bot that `who` may manage, the newest first. */
export async function listDeliveries(
  { directory, vault }: Ports,
  who: Caller,
  endpointId: string,
  page: number,
): Promise<Result<DeliveriesOfEndpoint>> {
  return directory.read(async (tables, nowMs) => {
    const found = await findEndpoint(tables, who, endpointId);
    if (!found.ok) return found;
    const total = await tables.deliveries.countOfEndpoint(endpointId);
    const shown = pageWithin(page, total, PAGE_SIZE);
    const all = await tables.deliveries.listOfEndpoint(endpointId, shown);
    const endpoint = shownEndpoint(vault, found.value, nowMs);
    const nextAtMs = (atMs: number | null) =>
      atMs === null || endpoint.status !== 'on' ? null : Math.max(atMs, found.value.notBeforeMs);
    const deliveries = all.map((each) => ({ ...shownTo(who, each), nextAtMs: nextAtMs(each.nextAtMs) }));
    return done({ nowMs, endpoint, page: shown, total, deliveries });
  });
}

function shownTo(who: Caller, delivery: Delivery): ShownDelivery {
  if (!delivery.isPrivate || mayAdminister(who)) return { ...delivery, isHidden: false };
  const reason = delivery.reason === '' ? '' : 'It failed; the receiver is private, so only admins see why.';
  return { ...delivery, status: null, tookMs: null, response: '', reason, isHidden: true };
}
