import { type BotEvent, EVENT_TYPES, type EventType } from './event';
import { DAY_MS, PLANS, type PlanName } from './plan';

/** `signed` for webhooks after Standard Webhooks, `discord` for an address of Discord's (contract section 9). */
const ENDPOINT_KINDS = ['signed', 'discord'] as const;
export type EndpointKind = (typeof ENDPOINT_KINDS)[number];

/**
 * `off` after failures, by a person, or because its secrets cannot be decrypted; `paused` after a change of owner or a
 * downgrade. Events reach only endpoints that are `on`.
 */
const ENDPOINT_STATUSES = ['on', 'off', 'paused'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** By the last try: `new` before the first one since it was made or enabled. */
export type EndpointHealth = 'new' | 'working' | 'failing';

/** Why an endpoint is not `on`, as one sentence for people. */
export const STATUS_REASONS = {
  person: 'It was disabled by hand.',
  gone: 'The receiver answered 410 Gone.',
  deleted: 'Discord says that this webhook was deleted.',
  refused: 'Discord keeps refusing it (401 or 403).',
  failing: 'No delivery has succeeded for 5 days.',
  given_up: '5 events could not be delivered.',
  unreadable: 'Its address cannot be decrypted with the present AUTH_SECRET: set it again.',
  owner: 'The bot has another owner: check the address, then enable it.',
  plan: 'The plan has no room for it.',
} as const;
export type StatusReason = keyof typeof STATUS_REASONS;

/** Where events of a bot are sent to, without its address and secret. */
export type Endpoint = {
  readonly id: string;
  readonly botId: string;
  readonly kind: EndpointKind;
  /** With the port, if it is not the default. */
  readonly host: string;
  /** The last characters of the address. */
  readonly last4: string;
  readonly eventTypes: readonly EventType[];
  readonly createdAtMs: number;
  readonly status: EndpointStatus;
  /** `null` if it is `on`. */
  readonly statusReason: StatusReason | null;
  /** Since when it has this status. */
  readonly statusAtMs: number;
  readonly health: EndpointHealth;
  /** The first failed try since the last success; `null` if the last try succeeded. */
  readonly firstFailureAtMs: number | null;
  /** Events given up since the last success. */
  readonly givenUp: number;
  /** Events dropped because too many waited, since it was made or enabled. */
  readonly dropped: number;
  /** Until then the secret before the last rotation signs too; `null` without one. */
  readonly formerUntilMs: number | null;
};

/** What an endpoint can be chosen for; `webhook.test` reaches the tested one alone. */
export const CHOOSABLE_TYPES: readonly EventType[] = EVENT_TYPES.filter((type) => type !== 'webhook.test');

/** The chosen types in one text. */
export const eventTypesText = (types: readonly EventType[]): string =>
  types.length === CHOOSABLE_TYPES.length ? 'all' : types.join(', ');

/** Begins the secret of a signed webhook; the base64 of its bytes, 24 to 64, follows. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/** How long the former secret signs too after a rotation (contract section 9). */
export const FORMER_SECRET_MS = DAY_MS;

/** The status of an endpoint that was just made or enabled, all failures forgotten. */
export const switchedOn = (nowMs: number) =>
  ({
    status: 'on',
    statusReason: null,
    statusAtMs: nowMs,
    health: 'new',
    firstFailureAtMs: null,
    givenUp: 0,
    dropped: 0,
    notBeforeMs: 0,
  }) as const;

export const switchedOff = (status: 'off' | 'paused', statusReason: StatusReason, nowMs: number) =>
  ({ status, statusReason, statusAtMs: nowMs }) as const;

/** The period of a test event, which names its endpoint: one event each time that a person asks for it. */
export const testPeriod = (endpointId: string, nowMs: number): string => `${endpointId} ${nowMs}`;

/** Whether an endpoint of the event's bot gets the event: a test goes to the tested endpoint alone. */
export function gets({ id, status, eventTypes }: Endpoint, { type, period }: BotEvent): boolean {
  if (status !== 'on') return false;
  return type === 'webhook.test' ? period.startsWith(`${id} `) : eventTypes.includes(type);
}

type Placed = Pick<Endpoint, 'id' | 'kind' | 'status' | 'statusReason'>;

/** Whether the plan has room for one more endpoint of a kind beside those that are on (contract section 1). */
export function hasRoom(plan: PlanName, kind: EndpointKind, on: number): boolean {
  const { endpointsMax, features } = PLANS[plan];
  return on < endpointsMax && (kind === 'discord' || features.customWebhooks);
}

/**
 * What a change of plan does to a bot's endpoints, oldest first: the newest beyond the plan's number are paused, and
 * those that were paused for the plan resume where there is room (contract section 9).
 */
export function planEndpoints(endpoints: readonly Placed[], plan: PlanName) {
  const kept = new Set<string>();
  const isPlanned = ({ status, statusReason }: Placed) => status === 'on' || statusReason === 'plan';
  // Those that are on first: a resumed one never takes the place of one that is in use.
  const inOrder = [...endpoints].sort((a, b) => Number(b.status === 'on') - Number(a.status === 'on'));
  for (const endpoint of inOrder.filter(isPlanned)) {
    if (hasRoom(plan, endpoint.kind, kept.size)) kept.add(endpoint.id);
  }
  const idsOf = (chosen: readonly Placed[]) => chosen.map(({ id }) => id);
  return {
    pausedIds: idsOf(endpoints.filter(({ id, status }) => status === 'on' && !kept.has(id))),
    resumedIds: idsOf(endpoints.filter(({ id, status }) => status !== 'on' && kept.has(id))),
  };
}
