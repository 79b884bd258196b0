import { EVENT_BODIES } from '@/lib/contract/events';
import { EVENT_TYPES, type EventType } from '@/lib/domain/alerts/event';
import type { JsonSchemas } from './json-schema';

const WHEN: Readonly<Record<EventType, string>> = {
  'quota.warning': 'The bot has used 80 % of its quota.',
  'quota.critical': 'The bot has used 95 % of its quota.',
  'quota.exhausted': 'The bot has used all calls of the cycle.',
  'quota.restored': 'The first counted call after `quota.exhausted`.',
  'quota.forecast': 'At the recent pace, the quota ends more than 24 h before the reset.',
  'bot.silent': 'The bot stopped reporting.',
  'bot.recovered': 'A silent bot reports again.',
  'stats.dropped': 'A report has at least 30 % and 10 servers less than the one before.',
  'key.created': 'A key was created.',
  'key.rotated': 'A key was replaced by a new one.',
  'key.revoked': 'A key was revoked.',
  'key.expiring': 'A key expires within 7 days.',
  'bot.disabled': 'An admin disabled the bot.',
  'bot.enabled': 'An admin enabled the bot.',
  'bot.plan_changed': 'An admin changed the plan.',
  'bot.owner_changed': 'An admin changed the owner.',
  'webhook.disabled': 'A webhook was switched off after failing.',
  'webhook.test': 'Someone pressed “Send test”.',
  'vote.created': 'A list reported a vote. Only webhooks that chose it get it.',
  'votes.limited': 'More votes were reported than are stored: at most once a day.',
  'bot.digest': 'A week or a month has ended. For Discord alone.',
};

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** The headers of every webhook, by their names in `components.parameters`. */
export const WEBHOOK_HEADERS = {
  WebhookId: header('webhook-id', 'The id of the event, the same in every try.'),
  WebhookTimestamp: header('webhook-timestamp', 'When this try was made, in seconds since 1970.'),
  WebhookSignature: header(
    'webhook-signature',
    'Signatures as in Standard Webhooks 1.0, separated by spaces.',
  ),
};

/** Digests are for Discord. */
const SENT_TYPES = EVENT_TYPES.filter((type) => type !== 'bot.digest');

/** What signed webhooks send (contract section 9), as the `webhooks` of the OpenAPI document. */
export const webhooks = (schemas: JsonSchemas) =>
  Object.fromEntries(SENT_TYPES.map((type) => [type, webhookOf(type, schemas)]));

export type Webhooks = ReturnType<typeof webhooks>;

function webhookOf(type: EventType, schemas: JsonSchemas) {
  const schema = EVENT_BODIES.get(type);
  return {
    post: {
      operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
      tags: ['Webhooks'],
      summary: type,
      description: WHEN[type],
      // The signature authenticates the request.
      security: [],
      parameters: Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schema && schemas.of(schema, 'output') } },
      },
      responses: {
        '200': { description: 'Any 2xx within 15 s.' },
        '410': { description: 'Ends the webhook.' },
      },
    },
  };
}
