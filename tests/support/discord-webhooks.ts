import { z } from 'zod';
import { type HttpReceiver, type Received, type Scripted, startHttpReceiver } from './http-receiver';

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
