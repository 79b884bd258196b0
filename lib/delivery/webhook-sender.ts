import { createHmac } from 'node:crypto';
import { WEBHOOK_SECRET_PREFIX } from '@/lib/domain/alerts/webhook';
import type { PostResult, WebhookSender } from '@/lib/ports/senders';
import { discordRetryAfterMs, type ExchangeReply, failureReason, retryAfterMs } from './exchange';
import { createGuard, isPublicAddress, judge } from './guard';
import { createHttpPost } from './http-post';
import { createResolve, type Resolve } from './resolve';

export type WebhookSenderOptions = {
  /** The value of WEBHOOK_ALLOW: CIDRs, IP addresses and `host:port` pairs. */
  readonly allow: readonly string[];
  readonly version: string;
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly timeLimitMs?: number;
  readonly resolve?: Resolve;
  /** Certificate authorities in place of the known ones. */
  readonly ca?: string;
};

/** Contract section 9: 2xx within this time is delivery. */
export const TIME_LIMIT_MS = 15_000;

/** Sends webhooks over the network, to addresses that the guard allows. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const {
    allow,
    version,
    nowMs,
    monotonicMs,
    timeLimitMs = TIME_LIMIT_MS,
    resolve = createResolve(),
    ca,
  } = options;
  const guard = createGuard(allow);
  const connection = createHttpPost({ guard, resolve, timeLimitMs, ca });
  const common = { 'User-Agent': `Botmeter/${version}`, 'Content-Type': 'application/json' };

  const post = async (
    address: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<PostResult> => {
    const startMs = monotonicMs();
    const took = () => Math.round(monotonicMs() - startMs);
    try {
      const reply = await connection.post(new URL(address), { ...common, ...headers }, body);
      return { ...resultOf(reply, nowMs()), tookMs: took() };
    } catch (error) {
      return { ...NO_RESPONSE, reason: failureReason(error), tookMs: took() };
    }
  };

  return {
    judge: (address) => judge(guard, address),
    postSigned: ({ address, secrets, id, body }) =>
      post(address, signedHeaders(secrets, id, nowMs(), body), body),
    async postDiscord({ address, body }) {
      const result = await post(withWait(address), {}, body);
      if (result.status !== 429) return result;
      return { ...result, retryAfterMs: discordRetryAfterMs(result.response) ?? result.retryAfterMs };
    },
    async close() {
      connection.close();
    },
  };
}

/** Without `wait`, Discord responds before it knows whether it accepts the message. */
function withWait(address: string): string {
  const url = new URL(address);
  url.searchParams.set('wait', 'true');
  return url.href;
}

const NO_RESPONSE = {
  isDelivered: false,
  status: null,
  response: '',
  retryAfterMs: null,
  isFromPrivateAddress: false,
} as const;

function resultOf(
  { status, headers, body, address }: ExchangeReply,
  nowMs: number,
): Omit<PostResult, 'tookMs'> {
  const isDelivered = status >= 200 && status <= 299;
  return {
    isDelivered,
    status,
    response: printable(body),
    reason: isDelivered ? '' : statusReason(status),
    retryAfterMs: isDelivered ? null : retryAfterMs(headers['retry-after'], nowMs),
    isFromPrivateAddress: !isPublicAddress(address),
  };
}

const statusReason = (status: number): string =>
  status >= 300 && status <= 399
    ? `The receiver responded with a redirect (status ${status}), which is not followed.`
    : `The receiver responded with status ${status}.`;

/** As text that every database stores. What the cut left of a character is dropped. */
const printable = (body: Buffer): string =>
  new TextDecoder().decode(body, { stream: true }).replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd');

/**
 * The headers of Standard Webhooks 1.0 for one try, with a signature for each secret. `atMs` is the time of the try:
 * receivers allow a difference of five minutes.
 */
function signedHeaders(
  secrets: readonly string[],
  id: string,
  atMs: number,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1_000));
  const signed = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${macOf(secret, signed)}`).join(' '),
  };
}

function macOf(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(signed).digest('base64');
}
