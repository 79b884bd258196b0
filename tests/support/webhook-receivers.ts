import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.mjs';

export type Received = {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** A status, a whole response, or a function that does with the connection what it wants. */
export type Scripted =
  | number
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | ((response: ServerResponse, request: IncomingMessage) => void);

/** A server that records every request and responds as scripted. */
export type HttpReceiver = {
  readonly port: number;
  /** `http://127.0.0.1:…` or `https://…`; `WEBHOOK_ALLOW` takes `host`. */
  readonly origin: string;
  readonly host: string;
  readonly requests: readonly Received[];
  /** The number of connections so far, with or without a request. */
  readonly connections: () => number;
  /** Responses to the next requests, in order; after them every request gets 204. */
  readonly respondNext: (...responses: Scripted[]) => void;
  /** The requests, as soon as there are so many. */
  readonly received: (count: number) => Promise<readonly Received[]>;
  readonly stop: () => Promise<void>;
};

export type ReceiverOptions = {
  /** The loopback address to listen on; '127.0.0.1' if left out. */
  readonly address?: string;
  readonly isTls?: boolean;
  /** What responds when nothing is scripted; 204 if left out. */
  readonly otherwise?: (request: Received) => Scripted;
};

export async function startHttpReceiver(options: ReceiverOptions = {}): Promise<HttpReceiver> {
  const { address = '127.0.0.1', isTls = false, otherwise = () => 204 } = options;
  const requests: Received[] = [];
  const scripted: Scripted[] = [];
  const arrivals = new EventEmitter();
  let connections = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, body: await text(request) };
    requests.push(received);
    arrivals.emit('request');
    const script = scripted.shift() ?? otherwise(received);
    if (typeof script === 'function') return script(response, request);
    const {
      status,
      headers: fields = {},
      body = '',
    } = typeof script === 'number' ? { status: script } : script;
    response.writeHead(status, fields).end(body);
  };
  // A sender may hang up in the middle of its request.
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void serve(request, response).catch(() => response.destroy());
  const server: Server & { closeAllConnections(): void } = isTls
    ? createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, listener)
    : createServer(listener);
  server.on('connection', () => connections++);
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  return {
    port,
    host,
    origin: `${isTls ? 'https' : 'http'}://${host}`,
    requests,
    connections: () => connections,
    respondNext: (...responses) => scripted.push(...responses),
    async received(count) {
      while (requests.length < count) await once(arrivals, 'request');
      return requests;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const TOKEN = 'x'.repeat(64);
const ADDRESS = /^\/api(?:\/v\d+)?\/webhooks\/(\d{17,20})\/([\w-]+)(?:\?(.*))?$/;

/** Discord counts the text of all embeds of a message together. */
const EMBEDS_TEXT_MAX = 6_000;

const embed = z.strictObject({
  title: z.string().max(256).optional(),
  description: z.string().max(4_096).optional(),
  url: z.url({ protocol: /^https?$/ }).optional(),
  color: z.int().min(0).max(0xffffff).optional(),
  timestamp: z.iso.datetime().optional(),
  footer: z.strictObject({ text: z.string().max(2_048) }).optional(),
});

/** What Discord accepts of a message without a file. Every name must be known, so that a misspelt one is found. */
const message = z
  .strictObject({
    content: z.string().min(1).max(2_000).optional(),
    username: z.string().min(1).max(80).optional(),
    embeds: z.array(embed).min(1).max(10),
    allowed_mentions: z.strictObject({ parse: z.array(z.string()) }),
  })
  .refine(({ embeds }) => textLengthOf(embeds) <= EMBEDS_TEXT_MAX, {
    error: `Embed size exceeds maximum size of ${EMBEDS_TEXT_MAX}`,
  });
export type DiscordMessageBody = z.infer<typeof message>;

const textLengthOf = (embeds: readonly z.infer<typeof embed>[]): number =>
  embeds.reduce(
    (sum, { title = '', description = '', footer }) =>
      sum + title.length + description.length + (footer?.text.length ?? 0),
    0,
  );

/** A stand-in for Discord's webhooks that enforces the limits of a message and of the rate. */
export type DiscordWebhooks = HttpReceiver & {
  /** The address of its one webhook. */
  readonly address: string;
  /** The messages that it accepted. */
  readonly messages: readonly DiscordMessageBody[];
  /** Responds 429 to the next request. */
  readonly limitNext: (retryAfterMs: number) => void;
};

/** `WEBHOOK_ALLOW` takes its `host`. */
export async function startDiscordWebhooks(webhookId = '1234567890123456789'): Promise<DiscordWebhooks> {
  const messages: DiscordMessageBody[] = [];

  const otherwise = ({ method, path, headers, body }: Received): Scripted => {
    const [, id, token, query] = ADDRESS.exec(path) ?? [];
    if (id !== webhookId || token !== TOKEN) return failure(404, 10_015, 'Unknown Webhook');
    if (method !== 'POST') return failure(405, 0, '405: Method Not Allowed');
    if (!headers['content-type']?.startsWith('application/json')) {
      return failure(400, 50_006, 'Cannot send an empty message');
    }
    const parsed = message.safeParse(jsonOf(body));
    if (!parsed.success) return failure(400, 50_035, `Invalid Form Body: ${parsed.error.message}`);
    messages.push(parsed.data);
    const waits = new URLSearchParams(query).get('wait') === 'true';
    return waits ? json(200, { id: String(messages.length), webhook_id: id, ...parsed.data }) : 204;
  };

  const receiver = await startHttpReceiver({ otherwise });
  return {
    ...receiver,
    address: `${receiver.origin}/api/webhooks/${webhookId}/${TOKEN}`,
    messages,
    limitNext: (retryAfterMs) => receiver.respondNext(limited(retryAfterMs)),
  };
}

/** Discord's body has fractions of a second; its header has whole seconds, rounded up. */
const limited = (retryAfterMs: number): Scripted =>
  json(
    429,
    { message: 'You are being rate limited.', retry_after: retryAfterMs / 1_000, global: false },
    { 'Retry-After': String(Math.ceil(retryAfterMs / 1_000)) },
  );

const failure = (status: number, code: number, reason: string): Scripted =>
  json(status, { message: reason, code });

const json = (status: number, body: object, headers: Record<string, string> = {}): Scripted => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
