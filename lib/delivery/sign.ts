import { createHmac } from 'node:crypto';
import { WEBHOOK_SECRET_PREFIX } from '@/lib/domain/endpoint';

/**
 * The headers of Standard Webhooks 1.0 for one try, with a signature for each secret. `atMs` is the time of the try:
 * receivers allow a difference of five minutes.
 */
export function signedHeaders(
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
