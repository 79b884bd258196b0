import type { PlanName } from '../quota/plan';
import type { VoteKind } from '../votes/vote';

/**
 * Every type of event (contract section 9): a closed list, the same for pages, email, Discord and signed webhooks;
 * `vote.created` is for webhooks alone, `bot.digest` for those of Discord.
 */
export const EVENT_TYPES = [
  'quota.warning',
  'quota.critical',
  'quota.exhausted',
  'quota.restored',
  'quota.forecast',
  'bot.silent',
  'bot.recovered',
  'stats.dropped',
  'key.created',
  'key.rotated',
  'key.revoked',
  'key.expiring',
  'bot.disabled',
  'bot.enabled',
  'bot.plan_changed',
  'bot.owner_changed',
  'webhook.disabled',
  'webhook.test',
  'vote.created',
  'votes.limited',
  'bot.digest',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** They name the address of a webhook, which a viewer of a bot does not see. */
export const HIDDEN_FROM_VIEWERS: readonly EventType[] = ['webhook.disabled'];

/** Types that no person's list has. */
export const UNLISTED_TYPES: readonly EventType[] = ['vote.created', 'bot.digest'];

/** Times are ISO 8601 in UTC, as in every response. */
type QuotaData = {
  readonly used: number;
  readonly limit: number;
  /** Truncated to 2 decimals. */
  readonly percentage: number;
  readonly plan: PlanName;
  readonly resetAt: string;
};
/** Of the key as it is after the change; of a rotation, the new one. */
type KeyData = {
  readonly keyId: string;
  readonly name: string;
  readonly last4: string;
  readonly expiresAt: string | null;
};
type SilenceData = { readonly lastSignAt: string; readonly silentSeconds: number };

/** What each type of event says besides `botId` and `botName`. */
type DataByType = {
  readonly 'quota.warning': QuotaData;
  readonly 'quota.critical': QuotaData;
  readonly 'quota.exhausted': QuotaData;
  readonly 'quota.restored': QuotaData;
  /** `runsOutAt`: a whole hour. */
  readonly 'quota.forecast': QuotaData & { readonly runsOutAt: string };
  readonly 'bot.silent': SilenceData;
  readonly 'bot.recovered': SilenceData;
  /** Numbers of servers. */
  readonly 'stats.dropped': { readonly before: number; readonly after: number };
  readonly 'key.created': KeyData;
  readonly 'key.rotated': KeyData;
  readonly 'key.revoked': KeyData;
  readonly 'key.expiring': KeyData;
  /** `reason`: what the admin gave; events of earlier versions have none. */
  readonly 'bot.disabled': { readonly reason?: string };
  readonly 'bot.enabled': object;
  readonly 'bot.plan_changed': { readonly from: PlanName; readonly to: PlanName };
  readonly 'bot.owner_changed': object;
  readonly 'webhook.disabled': {
    readonly webhookId: string;
    readonly host: string;
    readonly reason: string;
  };
  readonly 'webhook.test': object;
  /** Stored with the vote's id alone; the rest is read from the vote's row when the event is sent. */
  readonly 'vote.created': { readonly voteId: string } & Partial<VoteData>;
  /** What was exceeded first that day: votes a UTC day by plan, or deliveries a second. */
  readonly 'votes.limited': { readonly limit: number; readonly per: 'day' | 'second' };
  /** Ready texts. */
  readonly 'bot.digest': { readonly title: string; readonly lines: readonly string[] };
};

/** `source` is the name of the source. */
export type VoteData = {
  readonly userId: string;
  readonly username: string | null;
  readonly source: string;
  readonly kind: VoteKind;
  readonly weight: number;
  readonly votedAt: string;
  readonly expiresAt: string;
};

export type EventData<Type extends EventType> = {
  readonly botId: string;
  readonly botName: string;
} & DataByType[Type];

/** An event that is about to be written; it gets its id when it is. */
export type NewEvent = {
  readonly [Type in EventType]: {
    readonly type: Type;
    /**
     * What the event is unique for among those of its bot and type, for example a cycle and plan: a second one with
     * the same period is not written.
     */
    readonly period: string;
    readonly atMs: number;
    /** Before this time no message about it is sent; usually `atMs`. */
    readonly dueAtMs: number;
    readonly data: EventData<Type>;
  };
}[EventType];

/** A stored event. Its id is also the `webhook-id` of its deliveries. */
export type BotEvent = NewEvent & { readonly id: string };

/** How long events are kept. */
export const EVENTS_KEPT_DAYS = 90;
