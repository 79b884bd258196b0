import { z } from 'zod';
import { type BotEvent, EVENT_TYPES, type EventData, type EventType } from '@/lib/domain/alerts/event';
import { isoTime } from '@/lib/domain/text/time';
import { VOTE_KINDS } from '@/lib/domain/votes/vote';
import { callsLimit, planName, serverCount, timestamp } from './usage';

/** The bodies of webhooks (contract section 9), for the OpenAPI document and the tests. */

const whole = z.int().min(0);
const bot = { botId: z.string(), botName: z.string() };

const quotaShape = {
  ...bot,
  used: whole.describe('Counted calls of the cycle'),
  limit: callsLimit,
  percentage: z.number().min(0).describe('used / limit × 100, truncated to 2 decimals'),
  plan: planName,
  resetAt: timestamp,
};
const ofBot = z.strictObject(bot).meta({ id: 'BotEvent' });
const quota = z.strictObject(quotaShape).meta({ id: 'QuotaEvent' });
const silence = z
  .strictObject({ ...bot, lastSignAt: timestamp, silentSeconds: whole })
  .meta({ id: 'SilenceEvent' });
const key = z
  .strictObject({
    ...bot,
    keyId: z.string(),
    name: z.string(),
    last4: z.string().describe('The last 4 characters of the key'),
    expiresAt: timestamp.nullable(),
  })
  .meta({ id: 'KeyEvent' });

const DATA: { readonly [Type in EventType]: z.ZodType<EventData<Type>> } = {
  'quota.warning': quota,
  'quota.critical': quota,
  'quota.exhausted': quota,
  'quota.restored': quota,
  'quota.forecast': z.strictObject({
    ...quotaShape,
    runsOutAt: timestamp.describe('When no calls are left, to the hour'),
  }),
  'bot.silent': silence,
  'bot.recovered': silence,
  'stats.dropped': z.strictObject({
    ...bot,
    before: serverCount.describe('Servers of the report before'),
    after: serverCount,
  }),
  'key.created': key,
  'key.rotated': key.describe('The new key'),
  'key.revoked': key,
  'key.expiring': key,
  'bot.disabled': z.strictObject({ ...bot, reason: z.string().optional().describe('If the admin gave one') }),
  'bot.enabled': ofBot,
  'bot.plan_changed': z.strictObject({ ...bot, from: planName, to: planName }),
  'bot.owner_changed': ofBot,
  'webhook.disabled': z.strictObject({
    ...bot,
    webhookId: z.string(),
    host: z.string(),
    reason: z.string(),
  }),
  'webhook.test': ofBot,
  'bot.digest': z.strictObject({ ...bot, title: z.string(), lines: z.array(z.string()) }),
  'votes.limited': z.strictObject({
    ...bot,
    limit: whole,
    per: z.enum(['day', 'second']),
  }),
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
