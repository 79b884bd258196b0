import type { Host } from './host';
import { version } from './package.json';
import { reasonOf } from './reason';

export type Call = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly apiKey: string;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** A longer response is no response; `RESPONSE_BYTES_MAX` by default. */
  readonly bytesMax?: number;
};

/** A response with its complete body, or the reason why there is none. */
export type Exchange =
  | { readonly kind: 'response'; readonly status: number; readonly headers: Headers; readonly text: string }
  | { readonly kind: 'network' | 'too_large' | 'timeout' | 'stopped'; readonly reason: string };

/** The largest usage record is about 3 kB. */
export const RESPONSE_BYTES_MAX = 65_536;

/** Sends one request within `requestTimeoutMs`, body included. Does not follow redirects. Never rejects. */
export async function request(host: Host, call: Call): Promise<Exchange> {
  const abort = new AbortController();
  let timer: unknown;
  let onStop: (() => void) | undefined;
  const interrupted = new Promise<Exchange>((resolve) => {
    timer = host.setTimer(
      () => resolve({ kind: 'timeout', reason: `no response within ${host.requestTimeoutMs / 1_000} s` }),
      host.requestTimeoutMs,
    );
    onStop = () => resolve({ kind: 'stopped', reason: 'stopped' });
    if (call.signal?.aborted) onStop();
    else call.signal?.addEventListener('abort', onStop);
  });
  try {
    return await Promise.race([exchange(host, call, abort.signal), interrupted]);
  } finally {
    host.clearTimer(timer);
    if (onStop) call.signal?.removeEventListener('abort', onStop);
    abort.abort();
  }
}

async function exchange(host: Host, call: Call, signal: AbortSignal): Promise<Exchange> {
  try {
    const response = await host.fetch(call.url, {
      method: call.method,
      redirect: 'manual',
      signal,
      headers: {
        Authorization: `Bearer ${call.apiKey}`,
        Accept: 'application/json',
        'User-Agent': `botmeter-client/${version}`,
        ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(call.body !== undefined && { body: call.body }),
    });
    const { bytesMax = RESPONSE_BYTES_MAX } = call;
    const text = await readText(response, bytesMax);
    if (text === null)
      return { kind: 'too_large', reason: `the response has more than ${bytesMax / 1_024} KiB` };
    return { kind: 'response', status: response.status, headers: response.headers, text };
  } catch (thrown) {
    return { kind: 'network', reason: networkReason(thrown) };
  }
}

/** The body; `null` if it is longer than `bytesMax`. */
async function readText(response: Response, bytesMax: number): Promise<string | null> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > bytesMax) return null;
    text += decoder.decode(value, { stream: true });
  }
}

/** The system's error code, such as `ECONNREFUSED`, says more than fetch's "fetch failed". */
function networkReason(thrown: unknown): string {
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined;
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : reasonOf(cause ?? thrown);
}
