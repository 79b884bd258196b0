import { DAY_MS, PLANS, type PlanName } from '../quota/plan';
import { type BotEvent, EVENT_TYPES, type EventType } from './event';

/** `signed` for webhooks after Standard Webhooks, `discord` for an address of Discord's (contract section 9). */
export type WebhookKind = 'signed' | 'discord';

/**
 * `off` after failures, by a person, or because its secrets cannot be decrypted; `paused` after a change of owner or a
 * downgrade. Events reach only webhooks that are `on`.
 */
export type WebhookStatus = 'on' | 'off' | 'paused';

/** By the last try: `new` before the first one since it was made or enabled. */
export type WebhookHealth = 'new' | 'working' | 'failing';

/** Why a webhook is not `on`, as one sentence for people. */
export const STATUS_REASONS = {
  person: 'Someone switched it off.',
  gone: 'The receiver answered 410 Gone.',
  deleted: 'Discord says that this webhook was deleted.',
  refused: 'Discord keeps refusing it (401 or 403).',
  failing: 'No delivery has succeeded for 5 days.',
  given_up: '5 events could not be delivered.',
  unreadable: 'Its address cannot be decrypted with the current AUTH_SECRET: set it again.',
  owner: 'The bot has another owner: check the address, then switch it on.',
  plan: 'The plan has no room for it.',
} as const;
export type StatusReason = keyof typeof STATUS_REASONS;

/** Where events of a bot are sent to, without its address and secret. */
export type Webhook = {
  readonly id: string;
  readonly botId: string;
  readonly kind: WebhookKind;
  /** With the port, if it is not the default. */
  readonly host: string;
  /** The last characters of the address. */
  readonly last4: string;
  readonly eventTypes: readonly EventType[];
  readonly createdAtMs: number;
  readonly status: WebhookStatus;
  /** `null` if it is `on`. */
  readonly statusReason: StatusReason | null;
  /** Since when it has this status. */
  readonly statusAtMs: number;
  readonly health: WebhookHealth;
  /** The first failed try since the last success; `null` if the last try succeeded. */
  readonly firstFailureAtMs: number | null;
  /** Events given up since the last success. */
  readonly givenUp: number;
  /** Events dropped because too many waited, since it was made or enabled. */
  readonly dropped: number;
  /** Until then the secret before the last rotation signs too; `null` without one. */
  readonly formerUntilMs: number | null;
};

/** A webhook with its secrets, which are encrypted. */
export type StoredWebhook = Webhook & {
  readonly sealedAddress: string;
  /** `null` for Discord, whose address is the secret. */
  readonly sealedSecret: string | null;
  readonly sealedFormerSecret: string | null;
  /** No request before. */
  readonly notBeforeMs: number;
};

/** A webhook for which a delivery is due. */
export type DueWebhook = Pick<Webhook, 'id' | 'botId' | 'host' | 'health'>;

/** What a webhook can be chosen for; `webhook.test` reaches the tested one alone, a digest those of Discord. */
export const CHOOSABLE_TYPES: readonly EventType[] = EVENT_TYPES.filter(
  (type) => type !== 'webhook.test' && type !== 'bot.digest',
);

/** The chosen types in one text. */
export const eventTypesText = (types: readonly EventType[]): string =>
  types.length === CHOOSABLE_TYPES.length ? 'all' : types.join(', ');

/** Begins the secret of a signed webhook; the base64 of its bytes, 24 to 64, follows. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

const STANDARD = new RegExp(`^${WEBHOOK_SECRET_PREFIX}([A-Za-z0-9+/]+)={0,2}$`);
const STANDARD_BYTES = { min: 24, max: 64 } as const;

/** Whether a secret is in the form of Standard Webhooks: the base64 of 24 to 64 bytes. */
export function isStandardSecret(secret: string): boolean {
  const digits = STANDARD.exec(secret)?.[1]?.length ?? 0;
  const bytes = Math.floor((digits * 3) / 4);
  return digits % 4 !== 1 && bytes >= STANDARD_BYTES.min && bytes <= STANDARD_BYTES.max;
}

/** How long the former secret signs too after a rotation (contract section 9). */
export const FORMER_WEBHOOK_SECRET_MS = DAY_MS;

/** The status of a webhook that was just made or enabled, all failures forgotten. */
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

/** The period of a test event, which names its webhook: one event each time that a person asks for it. */
export const testPeriod = (webhookId: string, nowMs: number): string => `${webhookId} ${nowMs}`;

/** Whether a webhook of the event's bot gets the event: a test goes to the tested webhook alone. */
export function gets({ id, kind, status, eventTypes }: Webhook, { type, period }: BotEvent): boolean {
  if (status !== 'on') return false;
  if (type === 'bot.digest') return kind === 'discord';
  return type === 'webhook.test' ? period.startsWith(`${id} `) : eventTypes.includes(type);
}

type Placed = Pick<Webhook, 'id' | 'kind' | 'status' | 'statusReason'>;

/** Whether the plan has room for one more webhook of a kind in addition to those that are on (contract section 1). */
export function hasRoom(plan: PlanName, kind: WebhookKind, on: number): boolean {
  const { webhooksMax, features } = PLANS[plan];
  return on < webhooksMax && (kind === 'discord' || features.customWebhooks);
}

/**
 * What a change of plan does to a bot's webhooks, oldest first: the newest beyond the plan's number are paused, and
 * those that were paused for the plan resume where there is room (contract section 9).
 */
export function planWebhooks(webhooks: readonly Placed[], plan: PlanName) {
  const kept = new Set<string>();
  const isPlanned = ({ status, statusReason }: Placed) => status === 'on' || statusReason === 'plan';
  // Those that are on first: a resumed one never takes the place of one that is in use.
  const inOrder = [...webhooks].sort((a, b) => Number(b.status === 'on') - Number(a.status === 'on'));
  for (const webhook of inOrder.filter(isPlanned)) {
    if (hasRoom(plan, webhook.kind, kept.size)) kept.add(webhook.id);
  }
  const idsOf = (chosen: readonly Placed[]) => chosen.map(({ id }) => id);
  return {
    pausedIds: idsOf(webhooks.filter(({ id, status }) => status === 'on' && !kept.has(id))),
    resumedIds: idsOf(webhooks.filter(({ id, status }) => status !== 'on' && kept.has(id))),
  };
}

/** Addresses of webhooks (contract section 9). Their paths and queries are secrets. */

const WEBHOOK_ADDRESS_LENGTH_MAX = 2_000;

type ParsedWebhookAddress =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly error: string };

/**
 * Normalizes an address that a person typed, or says in one sentence what is wrong with it. Whether anything may be sent
 * to it, and whether without TLS, is decided by WebhookSender.judge.
 */
export function parseWebhookAddress(typed: string): ParsedWebhookAddress {
  const text = typed.trim();
  if (text.length > WEBHOOK_ADDRESS_LENGTH_MAX) return wrong(TOO_LONG);
  // The URL parser drops line breaks and reads a backslash as a slash: what is stored should be what was typed.
  if (!/^https?:\/\/[^/]/i.test(text) || /[\s\p{C}\\]/u.test(text) || !URL.canParse(text))
    return wrong(NO_URL);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return wrong(WITH_PASSWORD);
  if (text.includes('#')) return wrong(WITH_FRAGMENT);
  if (url.href.length > WEBHOOK_ADDRESS_LENGTH_MAX) return wrong(TOO_LONG);
  if (SLACK_HOST.test(url.hostname)) return wrong(SLACK);
  if (DISCORD_HOST.test(url.host) && !DISCORD_PATH.test(url.pathname)) return wrong(NO_DISCORD_WEBHOOK);
  return { ok: true, address: url.href };
}

const wrong = (error: string) => ({ ok: false, error }) as const;
const TOO_LONG = `The address may have at most ${WEBHOOK_ADDRESS_LENGTH_MAX} characters.`;
const NO_URL = 'Enter an address such as https://example.org/hook, without spaces.';
const WITH_PASSWORD = 'The address must not contain a user name or password.';
const WITH_FRAGMENT = 'The address must not contain a fragment (#).';
const NO_DISCORD_WEBHOOK =
  'This is not the address of a Discord webhook: copy it from "Integrations" in the settings of the channel.';
const SLACK =
  'Slack accepts only messages of its own form, which Botmeter does not send: use a Discord webhook, email, or a receiver of your own that forwards to Slack.';

const SLACK_HOST = /(^|\.)hooks\.slack(-gov)?\.com\.?$/;
const DISCORD_HOST = /^((ptb|canary)\.)?discord(app)?\.com$/;
const DISCORD_PATH = /^\/api(\/v\d{1,2})?\/webhooks\/\d{17,20}\/[\w-]+\/?$/;

/**
 * How to send to a parsed address. A host that the operator has named (`isNamed`) may stand in for Discord's, as a proxy
 * for its webhooks does.
 */
export function webhookKindOf(address: string, isNamed: boolean): WebhookKind {
  const { host, pathname } = new URL(address);
  return (isNamed || DISCORD_HOST.test(host)) && DISCORD_PATH.test(pathname) ? 'discord' : 'signed';
}

/** The host of a parsed address, with a port that is not the scheme's: all that logs may have of it. */
export const webhookHost = (address: string): string => new URL(address).host;
