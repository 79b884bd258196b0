import { reasonOf } from './error';
import { type Host, within } from './host';
import { version } from './package.json';

export type Call = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly apiKey: string;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** A longer response is no response; `RESPONSE_BYTES_MAX` by default. */
  readonly bytesMax?: number | undefined;
};

/** A response with its complete body, or the reason why there is none. */
export type Exchange =
  | { readonly kind: 'response'; readonly status: number; readonly headers: Headers; readonly text: string }
  | { readonly kind: 'network' | 'too_large' | 'timeout' | 'stopped'; readonly reason: string };

/** The largest usage record is about 3 kB. */
export const RESPONSE_BYTES_MAX = 65_536;

/**
 * Sends one request within `requestTimeoutMs`, body included. Does not follow redirects. Never rejects. (`AbortSignal.any`
 * came with Node 20.3, and `AbortSignal.timeout` has a clock of its own.)
 */
export async function request(host: Host, call: Call): Promise<Exchange> {
  const done = new AbortController();
  const stopped = new Promise<Exchange>((resolve) => {
    const stop = () => resolve({ kind: 'stopped', reason: 'stopped' });
    if (call.signal?.aborted) stop();
    else call.signal?.addEventListener('abort', stop, { signal: done.signal });
  });
  const reason = `no response within ${host.requestTimeoutMs / 1_000} s`;
  const first = Promise.race([exchange(host, call, done.signal), stopped]);
  const ended = await within(host, host.requestTimeoutMs, first, { kind: 'timeout', reason });
  done.abort();
  return ended;
}

async function exchange(host: Host, call: Call, signal: AbortSignal): Promise<Exchange> {
  const { method, url, body, bytesMax = RESPONSE_BYTES_MAX } = call;
  try {
    const headers = {
      Authorization: `Bearer ${call.apiKey}`,
      Accept: 'application/json',
      'User-Agent': `botmeter-client/${version}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const init = {
      method,
      redirect: 'manual',
      signal,
      headers,
      ...(body !== undefined && { body }),
    } as const;
    const response = await host.fetch(url, init);
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
