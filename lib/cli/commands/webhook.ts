import { CHOOSABLE_TYPES, type Endpoint, STATUS_REASONS } from '@/lib/domain/alerts/endpoint';
import type { EventType } from '@/lib/domain/alerts/event';
import { OPERATOR } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { changeEndpoint, removeEndpoint, rotateSecret } from '@/lib/services/endpoints/change';
import { type CreatedEndpoint, createEndpoint } from '@/lib/services/endpoints/create';
import { listEndpoints } from '@/lib/services/endpoints/find';
import { testEndpoint } from '@/lib/services/endpoints/send-again';
import type { Result } from '@/lib/services/result';
import {
  type Command,
  formatResult,
  isoOrNull,
  type Output,
  optional,
  required,
  table,
  text,
  UsageError,
} from '../command';

const maskedUrl = ({ host, last4 }: Endpoint): string => `${host}/…${last4}`;

const toJson = (endpoint: Endpoint) => ({
  webhookId: endpoint.id,
  botId: endpoint.botId,
  kind: endpoint.kind,
  url: maskedUrl(endpoint),
  events: endpoint.eventTypes,
  status: endpoint.status,
  reason: endpoint.statusReason && STATUS_REASONS[endpoint.statusReason],
  failingSince: isoOrNull(endpoint.firstFailureAtMs),
  createdAt: isoOrNull(endpoint.createdAtMs),
});

const HEADING = ['WEBHOOK ID', 'KIND', 'STATUS', 'FAILING SINCE', 'WAITING', 'URL'];

/** The only time the secret is shown. */
const withSecret = ({ endpoint, secret }: CreatedEndpoint, url = maskedUrl(endpoint)): Output => ({
  json: { webhookId: endpoint.id, url, secret },
  text:
    secret === null
      ? `The webhook to ${maskedUrl(endpoint)} has the id ${endpoint.id}.`
      : `${secret}\nThis is the only time that the secret is shown. The webhook’s id is ${endpoint.id}.`,
});

function eventTypesOf(value: string | undefined): readonly EventType[] {
  if (value === undefined) return CHOOSABLE_TYPES;
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
  run: (ports: Ports, id: string) => Promise<Result<Endpoint>>,
  done: string,
): Command => ({
  name: `webhook ${verb}`,
  summary,
  usage: '--webhook-id ID',
  options: { 'webhook-id': text },
  run: async (ports, options) =>
    formatResult(await run(ports, required(options, 'webhook-id')), (endpoint) => ({
      json: toJson(endpoint),
      text: `The webhook to ${maskedUrl(endpoint)} ${done}.`,
    })),
});

const switched = async (ports: Ports, id: string, isOn: boolean): Promise<Result<Endpoint>> => {
  const changed = await changeEndpoint(ports, OPERATOR, id, { isOn });
  return changed.ok ? { ok: true, value: changed.value.endpoint } : changed;
};

export const webhookCommands: readonly Command[] = [
  {
    name: 'webhook create',
    summary: 'send events of a bot to an address and print the secret that signs them, once',
    usage: '--bot S --url URL [--events a,b]',
    options: { bot: text, url: text, events: text },
    async run(ports, options) {
      const url = required(options, 'url');
      const created = await createEndpoint(ports, OPERATOR, {
        ...{ botId: required(options, 'bot'), url },
        eventTypes: eventTypesOf(optional(options, 'events')),
      });
      return formatResult(created, (endpoint) => withSecret(endpoint, url));
    },
  },
  {
    name: 'webhook list',
    summary: 'list a bot’s webhooks, without their addresses and secrets',
    usage: '--bot S',
    options: { bot: text },
    run: async (ports, options) =>
      formatResult(await listEndpoints(ports, OPERATOR, required(options, 'bot')), ({ endpoints }) => ({
        json: endpoints.map(({ endpoint, waiting }) => ({ ...toJson(endpoint), waiting })),
        text: table(
          HEADING,
          endpoints.map(({ endpoint, waiting }) => [
            ...[endpoint.id, endpoint.kind, endpoint.status],
            ...[isoOrNull(endpoint.firstFailureAtMs) ?? 'no', String(waiting), maskedUrl(endpoint)],
          ]),
        ),
      })),
  },
  onOne(
    'test',
    'send a test event to a webhook',
    (ports, id) => testEndpoint(ports, OPERATOR, id),
    'gets a test event from the running server',
  ),
  onOne('enable', 'enable a webhook', (ports, id) => switched(ports, id, true), 'is enabled'),
  onOne('disable', 'disable a webhook', (ports, id) => switched(ports, id, false), 'is disabled'),
  {
    name: 'webhook rotate-secret',
    summary: 'give a webhook a new secret and print it, once; the old one signs too for 24 hours',
    usage: '--webhook-id ID',
    options: { 'webhook-id': text },
    run: async (ports, options) =>
      formatResult(await rotateSecret(ports, OPERATOR, required(options, 'webhook-id')), (rotated) =>
        withSecret(rotated),
      ),
  },
  onOne(
    'delete',
    'delete a webhook; what waits for it is not sent',
    (ports, id) => removeEndpoint(ports, OPERATOR, id),
    'is deleted',
  ),
];
