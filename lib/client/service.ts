import type { BotmeterErrorCode, FailureFacts } from './error';
import type { Host } from './host';
import { boundedMs, type Limits, readLimits, readRetryAfterMs } from './limits';
import type { Target } from './options';
import { hasShape, type Shape } from './records';
import { type Exchange, request } from './request';

/** One call of the API; `path` begins below `/api/v1`. */
export type Question = {
  /** POST if there is a body, else GET, unless given. */
  readonly method?: 'POST' | 'DELETE';
  readonly path: string;
  /** Members that are `undefined` are left out, as in `body`. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  /** Its response may have 4 MiB: a year of hours is about 2 MB; the analytics of a month can have 3 000 gaps. */
  readonly isLong?: boolean;
};

const LONG_BYTES_MAX = 4 * 1_024 * 1_024;

export type Failure = FailureFacts & { readonly retryAfterMs: number | null };

/** The outcome of one request, with the limits of its response; `null` without a response. */
export type Outcome<T> =
  | { readonly ok: true; readonly data: T; readonly limits: Limits }
  | { readonly ok: false; readonly failure: Failure; readonly limits: Limits | null };

/** Sends one call to the service and reads the response. Data without the members of `shape` is not the service's. */
export async function ask<T>(
  host: Host,
  { root, origin, apiKey }: Target,
  question: Question,
  shape: Shape,
  signal?: AbortSignal,
): Promise<Outcome<T>> {
  const { path, query = {}, body, method = body ? 'POST' : 'GET', isLong } = question;
  const url = new URL(`${root}${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  const exchange = await request(host, {
    ...{ method, url: url.href, apiKey, body: body && JSON.stringify(body), signal },
    ...(isLong && { bytesMax: LONG_BYTES_MAX }),
  });
  if (exchange.kind !== 'response')
    return { ok: false, failure: { ...noResponse(exchange, origin), retryAfterMs: null }, limits: null };
  const { status, headers, text } = exchange;
  const limits = readLimits(headers);
  // A response that echoes the request must not carry the key into events and results.
  const envelope = parseObject(text.replaceAll(apiKey, '[key]'));
  if (status === 200 && envelope?.success === true && hasShape(envelope.data, shape))
    return { ok: true, data: envelope.data as T, limits };
  const seconds = envelope?.details?.retryAfterSeconds;
  const retryAfterMs = readRetryAfterMs(headers) ?? (typeof seconds === 'number' ? boundedMs(seconds) : null);
  const failure: Failure = {
    ...(status < 400 ? notTheService(status, envelope, origin) : refusal(status, envelope)),
    ...{ status, requestId: headers.get('x-request-id')?.slice(0, 64) ?? null },
    ...{ retryAfterMs, retryAfterSeconds: retryAfterMs === null ? null : retryAfterMs / 1_000 },
  };
  return { ok: false, failure, limits };
}

type Envelope = {
  readonly success?: unknown;
  readonly data?: unknown;
  readonly error?: unknown;
  readonly message?: unknown;
  readonly details?: { readonly retryAfterSeconds?: unknown; readonly issues?: unknown } | null;
};

function parseObject(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

type Said = Pick<FailureFacts, 'code' | 'message' | 'serviceMessage'>;

function noResponse({ kind, reason }: Exclude<Exchange, { kind: 'response' }>, origin: string): Said {
  if (kind === 'stopped') return { code: kind, message: 'stop() was called.' };
  if (kind === 'too_large') return notBotmeter(origin, `${reason}. Check baseUrl.`);
  const message =
    kind === 'timeout'
      ? `${origin} does not respond: ${reason}. Check that the service runs and can be reached from here.`
      : `${origin} cannot be reached: ${reason}. Check baseUrl and that the service runs.`;
  return { code: kind, message };
}

function notTheService(status: number, envelope: Envelope | null, origin: string): Said {
  const found = envelope ? 'it sent other JSON' : 'it sent no valid JSON';
  if (status < 300) return notBotmeter(origin, `${found}. Check baseUrl and the proxies in between.`);
  const message = `${origin} redirects. Redirects are not followed; set baseUrl to the final address.`;
  return { code: 'redirected', message };
}

function notBotmeter(origin: string, why: string): Said {
  return { code: 'unexpected_answer', message: `The server at ${origin} is not Botmeter: ${why}` };
}

/**
 * The service's codes (API section 5), with what it cannot say, because it knows neither this library nor what is between
 * them. What it does say of the request is not repeated here.
 */
const ADVICE: { readonly [code in BotmeterErrorCode]?: string } = {
  invalid_body: '',
  invalid_query: '',
  missing_key: '',
  invalid_key: '',
  too_many_reads: '',
  too_many_pauses: '',
  invalid_json: 'Check the proxies between bot and service, or update @botmeter/client.',
  bot_disabled: 'An admin of the service has disabled this bot and can enable it again.',
  bot_mismatch: 'Set botId to the bot of the key, unless it is the wrong key.',
  not_found: 'Check baseUrl, and that the service is new enough for this call.',
  method_not_allowed: 'Check baseUrl, or update @botmeter/client.',
  body_too_large: 'Update @botmeter/client.',
  unsupported_media_type: 'Check the proxies between bot and service.',
  update_too_soon: 'Nothing needs to be done.',
  quota_exceeded: 'Reports resume after the reset, or at once on a larger plan.',
  internal_error: 'The service failed. If this persists, send the request id to its operator.',
  storage_unavailable: 'Wait for the service; if this persists, inform its operator.',
};
const SAID_CHARACTERS_MAX = 500;

/** The code is the envelope's if it is a known one. */
function refusal(status: number, envelope: Envelope | null): Said {
  const { error: code, message } = envelope ?? {};
  const isService = typeof code === 'string';
  const isSaid = isService && typeof message === 'string' && message !== '';
  const serviceMessage = isSaid ? message.slice(0, SAID_CHARACTERS_MAX) : null;
  const told = issuesOf(envelope) || serviceMessage;
  if (isService && Object.hasOwn(ADVICE, code)) {
    const advice = ADVICE[code as BotmeterErrorCode];
    const said = told ?? `It refused the call with status ${status}.`;
    const whole = advice ? `${advice} The service says: ${said}` : said;
    return { code: code as BotmeterErrorCode, message: whole, serviceMessage };
  }
  const said = told === null ? withoutEnvelope(status) : `Refused with status ${status}: ${told}`;
  return { code: 'http_error', message: said, serviceMessage };
}

/** The invalid fields, at most three: the service's message says the same of them in a sentence. */
function issuesOf(envelope: Envelope | null): string {
  const issues: unknown = envelope?.details?.issues;
  if (!Array.isArray(issues)) return '';
  const texts = issues.slice(0, 3).map((issue: { path?: unknown; message?: unknown } | null) => {
    const path = issue?.path ? `${String(issue.path)}: ` : '';
    return `${path}${String(issue?.message)}`.slice(0, 120);
  });
  return texts.join('; ');
}

/** By what a proxy or another program may have meant. */
function withoutEnvelope(status: number): string {
  const cause = `A response with status ${status} came from something other than the service.`;
  if (status === 401 || status === 403)
    return `${cause} Check baseUrl and apiKey, and whether a proxy or firewall requires more.`;
  if (status === 429) return `${cause} Too many requests come from this host or network.`;
  if (status >= 500)
    return `${cause} The service is down or starting; if this persists, inform its operator.`;
  return `${cause} Check baseUrl and the proxies between bot and service.`;
}
