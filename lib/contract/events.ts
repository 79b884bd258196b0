import { z } from 'zod';
import { type BotEvent, EVENT_TYPES, type EventData, type EventType } from '@/lib/domain/alerts/event';
import { isoTime } from '@/lib/domain/text/time';
import { VOTE_KINDS } from '@/lib/domain/votes/vote';
import { planName, timestamp } from './usage';

/** The bodies of webhooks (contract section 9), for the OpenAPI document and the tests. */

const whole = z.int().min(0);
const bot = { botId: z.string(), botName: z.string() };

const quota = {
  ...bot,
  used: whole.describe('Counted calls of the cycle'),
  limit: whole,
  percentage: z.number().min(0).describe('used / limit × 100, truncated to 2 decimals'),
  plan: planName,
  resetAt: timestamp,
};
const silence = { ...bot, lastSignAt: timestamp, silentSeconds: whole };
const key = {
  ...bot,
  keyId: z.string(),
  name: z.string(),
  last4: z.string().describe('The last 4 characters of the key'),
  expiresAt: timestamp.nullable(),
};

const DATA: { readonly [Type in EventType]: z.ZodType<EventData<Type>> } = {
  'quota.warning': z.strictObject(quota),
  'quota.critical': z.strictObject(quota),
  'quota.exhausted': z.strictObject(quota),
  'quota.restored': z.strictObject(quota),
  'quota.forecast': z.strictObject({
    ...quota,
    runsOutAt: timestamp.describe('When no calls are left, to the hour'),
  }),
  'bot.silent': z.strictObject(silence),
  'bot.recovered': z.strictObject(silence),
  'stats.dropped': z.strictObject({
    ...bot,
    before: whole.describe('Servers of the report before'),
    after: whole,
  }),
  'key.created': z.strictObject(key),
  'key.rotated': z.strictObject(key).describe('The new key'),
  'key.revoked': z.strictObject(key),
  'key.expiring': z.strictObject(key),
  'bot.disabled': z.strictObject({ ...bot, reason: z.string().optional().describe('If the admin gave one') }),
  'bot.enabled': z.strictObject(bot),
  'bot.plan_changed': z.strictObject({ ...bot, from: planName, to: planName }),
  'bot.owner_changed': z.strictObject(bot),
  'webhook.disabled': z.strictObject({
    ...bot,
    webhookId: z.string(),
    host: z.string(),
    reason: z.string(),
  }),
  'webhook.test': z.strictObject(bot),
  'bot.digest': z.strictObject({ ...bot, title: z.string(), lines: z.array(z.string()) }),
  'vote.created': z.strictObject({
    ...bot,
    voteId: z.string(),
    userId: z.string(),
    username: z.string().nullable(),
    source: z.string().describe('The name of the source'),
    kind: z.enum(VOTE_KINDS),
    weight: z.int().min(1).max(100),
    votedAt: timestamp,
    expiresAt: timestamp,
  }),
};

/** The schema of each type's body. */
export const EVENT_BODIES: ReadonlyMap<EventType, z.ZodType> = new Map(
  EVENT_TYPES.map((type) => [type, z.strictObject({ type: z.literal(type), timestamp, data: DATA[type] })]),
);

/** The body of an event's webhook. */
export const eventBody = ({ type, atMs, data }: Pick<BotEvent, 'type' | 'atMs' | 'data'>) => ({
  type,
  timestamp: isoTime(atMs),
  data,
});
