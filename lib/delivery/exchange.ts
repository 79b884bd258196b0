import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { RETRY_AFTER_MAX_MS } from '@/lib/domain/alerts/delivery';

/** A response, as far as it is read. */
export type ExchangeReply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The first RESPONSE_BYTES_MAX of the body. */
  readonly body: Buffer;
  /** The IP address of the sender. */
  readonly address: string;
};

const RESPONSE_BYTES_MAX = 1_024;
/** Responses 100 to 199 before the response; each may have a header of its own. */
const INFORMATION_MAX = 4;

export type End = (failure: DeliveryFailure) => void;

/**
 * Sends a request and reads its response within bounds. `end` makes it fail; if its response has begun, only that ends
 * early.
 */
export function exchange(
  request: ClientRequest,
  body: string,
): { readonly reply: Promise<ExchangeReply>; readonly end: End } {
  let end: End = () => {};
  const reply = new Promise<ExchangeReply>((resolve, reject) => {
    let hasBegun = false;
    let information = 0;
    const fail = (error: Error) => {
      // Else it is the response that was cut off, which counts by its status.
      if (!hasBegun) reject(error);
    };
    end = (failure) => {
      request.destroy(failure);
      fail(failure);
    };
    request.on('information', () => {
      information++;
      if (information > INFORMATION_MAX) end(new DeliveryFailure('The response never began.'));
    });
    request.once('upgrade', (_, socket) => {
      // Nobody listens to its errors any more: first, and without one.
      socket.destroy();
      end(new DeliveryFailure('The receiver asked for another protocol.'));
    });
    request.once('response', (response) => {
      hasBegun = true;
      const { statusCode: status = 0, headers, socket } = response;
      const address = socket.remoteAddress ?? '';
      onFirstBytes(response, (body) => resolve({ status, headers, body, address }));
    });
    request.on('error', fail);
    request.end(body);
  });
  return { reply, end };
}

/** Calls `done` with what was received of the body, also if it was cut off; a long one is cut off by closing the connection. */
function onFirstBytes(response: IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let left = RESPONSE_BYTES_MAX;
  response.on('data', (bytes: Buffer) => {
    if (left > 0) chunks.push(bytes.subarray(0, left));
    left -= bytes.length;
    if (left <= 0) response.destroy();
  });
  // If it was cut off, the status decides.
  response.on('error', () => {});
  response.once('close', () => done(Buffer.concat(chunks)));
}

/** A failure whose message is a sentence for the webhook's owner. */
export class DeliveryFailure extends Error {}

/** By the codes of Node's errors; those of TLS say what is wrong with the certificate. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /^(ENOTFOUND|ENODATA|EAI_\w+|ESERVFAIL|EBADNAME|EREFUSED|ETIMEOUT|ENONAME|ENOMEM|EFORMERR|EBADRESP)$/,
    'The host name could not be resolved.',
  ],
  [/^ECONNREFUSED$/, 'The connection was refused.'],
  [/^(ECONNRESET|EPIPE)$/, 'The connection was closed before a response arrived.'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL)$/, 'The host could not be reached.'],
  [/^HPE_HEADER_OVERFLOW$/, 'The header of the response is too large.'],
  [/^HPE_/, 'The response is not valid HTTP.'],
  [/^CERT_HAS_EXPIRED$/, 'The TLS certificate has expired.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The TLS certificate is for another host.'],
  [/SELF_SIGNED|^UNABLE_TO_|^CERT_|^INVALID_CA$/, 'The TLS certificate is not signed by a known authority.'],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_)/, 'The TLS connection failed.'],
];

/** Why a request failed, in one sentence without its address. */
export function failureReason(error: unknown): string {
  if (error instanceof DeliveryFailure) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS.find(([form]) => form.test(code))?.[1] ?? 'The request failed.';
}

/** How long to wait by a Retry-After field (seconds or an HTTP date), ms; `null` if it is neither. */
export function retryAfterMs(field: string | undefined, nowMs: number): number | null {
  const text = field?.trim() ?? '';
  if (/^\d{1,15}(\.\d+)?$/.test(text)) return bounded(Number(text) * 1_000);
  // Date.parse accepts nearly anything, also `-5`: an HTTP date begins with the day of the week.
  const atMs = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : bounded(atMs - nowMs);
}

/** The same by the body of Discord's 429, which has fractions of seconds; `null` if it has none. */
export function discordRetryAfterMs(body: string): number | null {
  const [, seconds] = /"retry_after"\s*:\s*(\d{1,15}(?:\.\d+)?)/.exec(body) ?? [];
  return seconds === undefined ? null : bounded(Number(seconds) * 1_000);
}

const bounded = (ms: number): number => Math.ceil(Math.min(RETRY_AFTER_MAX_MS, Math.max(0, ms)));
