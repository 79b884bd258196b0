import { ALERT_TYPES } from '@/lib/domain/alerts/alert-settings';
import type { EventType } from '@/lib/domain/alerts/event';
import { CHOOSABLE_TYPES, STATUS_REASONS, type Webhook } from '@/lib/domain/alerts/webhook';
import { OPERATOR } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import type { Result } from '@/lib/services/result';
import { changeWebhook, removeWebhook, rotateSecret } from '@/lib/services/webhooks/change';
import { type CreatedWebhook, createWebhook } from '@/lib/services/webhooks/create';
import { listWebhooks } from '@/lib/services/webhooks/find';
import { testWebhook } from '@/lib/services/webhooks/send-again';
import {
  type Command,
  formatResult,
  isoOrNull,
  type Output,
  optional,
  required,
  table,
  UsageError,
} from '../command';

const maskedUrl = ({ host, last4 }: Webhook): string => `${host}/…${last4}`;

const toJson = (webhook: Webhook) => ({
  webhookId: webhook.id,
  botId: webhook.botId,
  kind: webhook.kind,
  url: maskedUrl(webhook),
  events: webhook.eventTypes,
  status: webhook.status,
  reason: webhook.statusReason && STATUS_REASONS[webhook.statusReason],
  failingSince: isoOrNull(webhook.firstFailureAtMs),
  createdAt: isoOrNull(webhook.createdAtMs),
});

const HEADING = ['WEBHOOK ID', 'KIND', 'STATUS', 'FAILING SINCE', 'WAITING', 'URL'];

/** The only time the secret is shown. */
const withSecret = ({ webhook, secret }: CreatedWebhook, url = maskedUrl(webhook)): Output => ({
  json: { webhookId: webhook.id, url, secret },
  text: secret ?? '',
  note: `${secret === null ? '' : 'This is the only time that the secret is shown. '}The webhook’s id is ${webhook.id}.`,
});

function eventTypesOf(value: string | undefined): readonly EventType[] {
  if (value === undefined) return ALERT_TYPES;
  return value.split(',').map((name) => {
    const found = CHOOSABLE_TYPES.find((type) => type === name.trim());
    if (found === undefined) throw new UsageError(`--events must be some of ${CHOOSABLE_TYPES.join(',')}.`);
    return found;
  });
}

/** A command on one webhook, which prints the webhook as it is then. */
const onOne = (
  verb: string,
  summary: string,
  run: (ports: Ports, id: string) => Promise<Result<Webhook>>,
  done: string,
): Command => ({
  name: `webhook ${verb}`,
  summary,
  usage: '--webhook-id ID',
  run: async (ports, options) =>
    formatResult(await run(ports, required(options, 'webhook-id')), (webhook) => ({
      json: toJson(webhook),
      text: `The webhook to ${maskedUrl(webhook)} ${done}.`,
    })),
});

const switched = async (ports: Ports, id: string, isOn: boolean): Promise<Result<Webhook>> => {
  const changed = await changeWebhook(ports, OPERATOR, id, { isOn });
  return changed.ok ? { ok: true, value: changed.value.webhook } : changed;
};

export const webhookCommands: readonly Command[] = [
  {
    name: 'webhook create',
    summary: 'send events of a bot to an address and print the secret that signs them, once',
    usage: '--bot S --url URL [--events a,b]',
    async run(ports, options) {
      const url = required(options, 'url');
      const created = await createWebhook(ports, OPERATOR, {
        botId: required(options, 'bot'),
        url,
        eventTypes: eventTypesOf(optional(options, 'events')),
      });
      return formatResult(created, (webhook) => withSecret(webhook, url));
    },
  },
  {
    name: 'webhook list',
    summary: 'list a bot’s webhooks, without their addresses and secrets',
    usage: '--bot S',
    run: async (ports, options) =>
      formatResult(await listWebhooks(ports, OPERATOR, required(options, 'bot')), ({ webhooks }) => ({
        json: webhooks.map(({ webhook, waiting }) => ({ ...toJson(webhook), waiting })),
        text: table(
          HEADING,
          webhooks.map(({ webhook, waiting }) => [
            webhook.id,
            webhook.kind,
            webhook.status,
            isoOrNull(webhook.firstFailureAtMs) ?? 'no',
            String(waiting),
            maskedUrl(webhook),
          ]),
        ),
      })),
  },
  onOne(
    'test',
    'send a test event to a webhook',
    (ports, id) => testWebhook(ports, OPERATOR, id),
    'gets a test event from the running server',
  ),
  onOne('enable', 'enable a webhook', (ports, id) => switched(ports, id, true), 'is enabled'),
  onOne('disable', 'disable a webhook', (ports, id) => switched(ports, id, false), 'is disabled'),
  {
    name: 'webhook rotate-secret',
    summary: 'give a webhook a new secret and print it, once; the old one signs too for 24 hours',
    usage: '--webhook-id ID',
    run: async (ports, options) =>
      formatResult(await rotateSecret(ports, OPERATOR, required(options, 'webhook-id')), (rotated) =>
        withSecret(rotated),
      ),
  },
  onOne(
    'delete',
    'delete a webhook; what waits for it is not sent',
    (ports, id) => removeWebhook(ports, OPERATOR, id),
    'is deleted',
  ),
];
