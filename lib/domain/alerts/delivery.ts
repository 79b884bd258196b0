import { DAY_MS, HOUR_MS, MINUTE_MS } from '../quota/plan';
import type { EventType } from './event';
import type { StatusReason, Webhook, WebhookHealth } from './webhook';

/** How events are delivered to webhooks (contract section 9). Every number of it is defined here. */

/** `dropped` if too many waited, `given_up` after the last retry. */
export type DeliveryState = 'waiting' | 'delivered' | 'given_up' | 'dropped';

/** An event on its way to a webhook, with its last try. */
export type WebhookDelivery = {
  readonly webhookId: string;
  readonly eventId: string;
  readonly botId: string;
  readonly eventType: EventType;
  /** The time of the event. */
  readonly createdAtMs: number;
  readonly state: DeliveryState;
  readonly tries: number;
  /** When it is tried next, if its webhook is on; `null` if it does not wait. */
  readonly nextAtMs: number | null;
  readonly lastTryAtMs: number | null;
  /** Of the last response; `null` without one. */
  readonly status: number | null;
  readonly tookMs: number | null;
  /** The first 1 kB of the last response; empty if it is from a private address. */
  readonly response: string;
  /** Why the last try failed, one sentence; empty if it did not. */
  readonly reason: string;
  /** Whether the response is from a private address: its status is for admins only. */
  readonly isPrivate: boolean;
};

/** The waits before each retry. */
export const RETRIES_MS: readonly number[] = [
  5_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 6, 12, 24].map((hours) => hours * HOUR_MS),
];
/** Each wait is up to this part shorter or longer, so that retries of many do not come together. */
const RETRY_SPREAD = 0.2;
/** A receiver cannot ask to wait longer. */
export const RETRY_AFTER_MAX_MS = DAY_MS;
/** Discord no longer accepts a webhook that refuses the same event with 401 or 403 so often. */
const REFUSED_TRIES = 3;

/** How long an instance may deliver to a webhook that it has claimed; after a crash another one waits so long. */
export const WEBHOOK_LEASE_MS = 30_000;
/** From then on it starts no further request to it: the last one must end within the lease. */
export const CLAIM_MS = 1_000;
/** Deliveries of one claim. */
export const CLAIMED_MAX = 20;

/** Undelivered events that wait for a webhook; the oldest beyond them are dropped. */
export const WAITING_MAX = 1_000;
export const FAILING_MAX_MS = 5 * DAY_MS;
export const GIVEN_UP_MAX = 5;
export const DISCORD_EVERY_MS = MINUTE_MS;

/** Deliveries are kept while they are younger than this or among the last of their webhook. */
export const DELIVERIES_KEPT_MS = 30 * DAY_MS;
export const DELIVERIES_KEPT = 100;

/** The result of one try. */
type Try = {
  readonly isDelivered: boolean;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly response: string;
};

/** How long the receiver may make the webhook wait; 0 if it did not ask. */
const askedWaitMs = ({ retryAfterMs }: Try): number =>
  Math.min(Math.max(retryAfterMs ?? 0, 0), RETRY_AFTER_MAX_MS);

/**
 * When a delivery is tried again whose latest try, number `tries`, has failed; `null` if it is given up. `random` is
 * from 0 to 1.
 */
export function nextTryAtMs(tries: number, failed: Try, nowMs: number, random: number): number | null {
  const waitMs = RETRIES_MS[tries - 1];
  if (waitMs === undefined) return null;
  const spreadMs = Math.round(waitMs * (1 + RETRY_SPREAD * (2 * random - 1)));
  return nowMs + Math.max(spreadMs, askedWaitMs(failed));
}

type TriedWebhook = Pick<Webhook, 'kind' | 'health' | 'firstFailureAtMs' | 'givenUp'> & {
  /** No request before. */
  readonly notBeforeMs: number;
};

/**
 * The webhook after a try, and why it has to be switched off, if it has to. `givenUp` is the number of events that
 * were given up with this try.
 */
export function afterTry(
  webhook: TriedWebhook,
  result: Try,
  givenUp: number,
  nowMs: number,
): { readonly webhook: TriedWebhook; readonly off: StatusReason | null } {
  // Without a response, Discord may have posted the message.
  const isPosted = webhook.kind === 'discord' && (result.isDelivered || result.status === null);
  const waitMs = Math.max(askedWaitMs(result), isPosted ? DISCORD_EVERY_MS : 0);
  const notBeforeMs = Math.max(webhook.notBeforeMs, waitMs === 0 ? 0 : nowMs + waitMs);
  if (result.isDelivered) {
    const working = { health: 'working', firstFailureAtMs: null, givenUp: 0 } as const;
    return { webhook: { ...webhook, ...working, notBeforeMs }, off: null };
  }
  const failing = {
    ...webhook,
    health: 'failing' as const,
    // A clock that was set back must not make the time since then negative.
    firstFailureAtMs: Math.min(webhook.firstFailureAtMs ?? nowMs, nowMs),
    givenUp: webhook.givenUp + givenUp,
    notBeforeMs,
  };
  return { webhook: failing, off: offReason(failing, result, nowMs) };
}

/** Whether Discord refuses a webhook for good, by a delivery before the try that ended with `status`. */
export const isRefusedForGood = (kind: Webhook['kind'], before: WebhookDelivery, { status }: Try): boolean =>
  kind === 'discord' &&
  before.tries + 1 >= REFUSED_TRIES &&
  [before.status, status].every((each) => each === 401 || each === 403);

/** In the body of Discord's 404: its webhook was deleted, and no proxy is meant. */
const UNKNOWN_WEBHOOK = /"code"\s*:\s*10015\b/;

function offReason(
  { kind, firstFailureAtMs, givenUp }: TriedWebhook & { readonly firstFailureAtMs: number },
  { status, response }: Try,
  nowMs: number,
): StatusReason | null {
  if (status === 410) return 'gone';
  if (kind === 'discord' && status === 404 && UNKNOWN_WEBHOOK.test(response)) return 'deleted';
  if (nowMs - firstFailureAtMs >= FAILING_MAX_MS) return 'failing';
  return givenUp >= GIVEN_UP_MAX ? 'given_up' : null;
}

/** Requests at once of one instance (contract section 9). */
export const REQUESTS_MAX = 64;
/** Of these, for webhooks whose last try failed. The others have the rest, so that neither kind waits for the other. */
export const FAILING_MAX = 16;
/** Webhooks without a try yet: whether they respond is not known, so they leave some requests to those that do. */
const NEW_MAX = 32;
/** To one host, so that a host that hangs leaves the rest to others. */
export const HOST_MAX = 32;
/** The last requests are for hosts with fewer than this under way, so that several hosts that hang leave them to others. */
const HOST_FEW = 2;
const LAST_REQUESTS = 16;
/** To one host and of webhooks that are not known to work. */
const HOST_UNPROVEN_MAX = 8;

/** What decides whether a request may start. */
export type Slot = { readonly host: string; readonly health: WebhookHealth };

/** Counts the requests under way; `take` adds one if none of the limits is reached. */
export function countSlots(underWay: readonly Slot[]) {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.get(name) ?? 0;
  const limitsOf = ({ host, health }: Slot): (readonly [string, number])[] => {
    if (health === 'failing') return [['failing', FAILING_MAX], ...limitsOfHost(host, health)];
    const hasFew = count(`host ${host}`) < HOST_FEW;
    const othersMax = REQUESTS_MAX - FAILING_MAX - (hasFew ? 0 : LAST_REQUESTS);
    const ofNew: [string, number][] = health === 'new' ? [['new', NEW_MAX]] : [];
    return [['others', othersMax], ...ofNew, ...limitsOfHost(host, health)];
  };
  const isFree = (slot: Slot) => limitsOf(slot).every(([name, max]) => count(name) < max);
  const add = (slot: Slot) => {
    for (const [name] of limitsOf(slot)) counts.set(name, count(name) + 1);
  };
  for (const slot of underWay) add(slot);
  return {
    isFree,
    take(slot: Slot): boolean {
      if (!isFree(slot)) return false;
      add(slot);
      return true;
    },
  };
}

const limitsOfHost = (host: string, health: Slot['health']): (readonly [string, number])[] => [
  [`host ${host}`, HOST_MAX],
  ...(health === 'working' ? [] : [[`${health} of ${host}`, HOST_UNPROVEN_MAX] as const]),
];
