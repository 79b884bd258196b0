import { adviceFor } from './advice';
import type { FailureFacts } from './error';
import type { Host } from './host';
import { boundedMs, type Limits, readLimits, readRetryAfterMs } from './limits';
import type { Endpoints } from './options';
import type {
  Analytics,
  Heartbeat,
  History,
  HistoryQuery,
  Mark,
  MarkOptions,
  Pause,
  UsageBreakdown,
  UserVote,
  Votes,
  VotesQuery,
} from './records';
import { type Call, type Exchange, request } from './request';
import type { Receipt, Stats } from './stats';
import {
  isAnalytics,
  isHeartbeat,
  isHistory,
  isMark,
  isNoPause,
  isPause,
  isReceipt,
  isUsageBreakdown,
  isUsageRecord,
  isUserVote,
  isVotes,
  type UsageRecord,
} from './usage-record';

/** A year of hours is about 2 MB; the analytics of a month can have 3 000 gaps. */
const HISTORY_BYTES_MAX = 4 * 1_024 * 1_024;

export type Failure = FailureFacts & { readonly retryAfterMs: number | null };

/** The outcome of one request, with the limits of its response; `null` without a response. */
export type Outcome<T> =
  | { readonly ok: true; readonly data: T; readonly limits: Limits }
  | { readonly ok: false; readonly failure: Failure; readonly limits: Limits | null };

/** The API calls of one bot. Never rejects. */
export class Service {
  readonly #host: Host;
  readonly #endpoints: Endpoints;
  readonly #apiKey: string;
  readonly #botId: string;

  constructor(host: Host, endpoints: Endpoints, apiKey: string, botId: string) {
    this.#host = host;
    this.#endpoints = endpoints;
    this.#apiKey = apiKey;
    this.#botId = botId;
  }

  /** Sends a report (API section 3). */
  async report(
    { serverCount, userCount, shardCount }: Stats,
    signal?: AbortSignal,
  ): Promise<Outcome<Receipt>> {
    const body = JSON.stringify({ botId: this.#botId, serverCount, userCount, shardCount });
    return this.#exchange({ method: 'POST', url: this.#endpoints.report, body }, isReceipt, signal);
  }

  /** Reads the usage record (API section 4). Counts as one call unless the quota is exhausted. */
  async usage(signal?: AbortSignal): Promise<Outcome<UsageRecord>> {
    return this.#exchange({ method: 'GET', url: this.#endpoints.usage }, isUsageRecord, signal);
  }

  /** Tells that the bot is alive (API section 8). Never counts. */
  async heartbeat(): Promise<Outcome<Heartbeat>> {
    return this.#exchange({ method: 'POST', url: this.#endpoints.heartbeat }, isHeartbeat);
  }

  /** Reads the history (API section 8). Counts as one call. */
  async history(query: HistoryQuery): Promise<Outcome<History>> {
    const url = new URL(`${this.#endpoints.bots}/${this.#botId}/history`);
    for (const name of ['from', 'to', 'unit'] as const) {
      const value = query[name];
      if (value !== undefined) url.searchParams.set(name, textOf(value));
    }
    return this.#exchange({ method: 'GET', url: url.href, bytesMax: HISTORY_BYTES_MAX }, isHistory);
  }

  /** Reads the analytics of the plan (API section 8). Counts as one call. */
  async analytics(): Promise<Outcome<Analytics>> {
    const url = `${this.#endpoints.bots}/${this.#botId}/analytics`;
    return this.#exchange({ method: 'GET', url, bytesMax: HISTORY_BYTES_MAX }, isAnalytics);
  }

  /** Reads what used the quota (API section 12). Counts as one call. */
  async breakdown(): Promise<Outcome<UsageBreakdown>> {
    const url = `${this.#endpoints.usage}/breakdown`;
    return this.#exchange({ method: 'GET', url, bytesMax: HISTORY_BYTES_MAX }, isUsageBreakdown);
  }

  /** Marks a moment (API section 13). Counts as one call. */
  async mark(text: string, { kind, at }: MarkOptions): Promise<Outcome<Mark>> {
    const url = `${this.#endpoints.bots}/${this.#botId}/marks`;
    const body = JSON.stringify({ text, kind, at: at === undefined ? at : textOf(at) });
    return this.#exchange({ method: 'POST', url, body }, isMark);
  }

  /** Plans a silence of so many minutes; ends it with `null` (API section 13). Never counts. */
  async pause(minutes: number | null, reason?: string): Promise<Outcome<Pause>> {
    const url = `${this.#endpoints.bots}/${this.#botId}/pause`;
    if (minutes === null) return this.#exchange({ method: 'DELETE', url }, isNoPause);
    return this.#exchange({ method: 'POST', url, body: JSON.stringify({ minutes, reason }) }, isPause);
  }

  /** Reads the votes (API section 10). Counts as one call. */
  async votes({ limit, cursor }: VotesQuery): Promise<Outcome<Votes>> {
    const url = this.#votesUrl({ limit, cursor });
    return this.#exchange({ method: 'GET', url }, isVotes);
  }

  /** Reads one user's vote (API section 10). Counts as one call. */
  async userVote(userId: string): Promise<Outcome<UserVote>> {
    // The service refuses an empty id: a missing one must not be answered as that of a user.
    const url = this.#votesUrl({ userId: typeof userId === 'string' ? userId : '' });
    return this.#exchange({ method: 'GET', url }, isUserVote);
  }

  #votesUrl(query: Readonly<Record<string, string | number | undefined>>): string {
    const url = new URL(this.#endpoints.votes);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    return url.href;
  }

  async #exchange<T>(
    call: Omit<Call, 'apiKey' | 'signal'>,
    isData: (value: unknown) => boolean,
    signal?: AbortSignal,
  ): Promise<Outcome<T>> {
    const apiKey = this.#apiKey;
    const exchange = await request(this.#host, { ...call, apiKey, ...(signal && { signal }) });
    if (exchange.kind !== 'response') return { ok: false, failure: this.#noResponse(exchange), limits: null };
    const limits = readLimits(exchange.headers);
    // A response that echoes the request must not carry the key into events and results.
    const envelope = parseObject(exchange.text.replaceAll(this.#apiKey, '[key]'));
    if (exchange.status === 200 && envelope?.success === true && isData(envelope.data))
      return { ok: true, data: envelope.data as T, limits };
    return { ok: false, failure: this.#refused(exchange, envelope), limits };
  }

  #noResponse({ kind, reason }: Exclude<Exchange, { kind: 'response' }>): Failure {
    const { origin } = this.#endpoints;
    const facts = { retryAfterMs: null };
    if (kind === 'stopped') return { ...facts, code: 'stopped', message: 'stop() was called.' };
    if (kind === 'too_large')
      return {
        ...facts,
        code: 'unexpected_answer',
        message: `The server at ${origin} is not Botmeter: ${reason}. Check baseUrl.`,
      };
    const message =
      kind === 'timeout'
        ? `${origin} does not respond: ${reason}. Check that the service runs and can be reached from here.`
        : `${origin} cannot be reached: ${reason}. Check baseUrl and that the service runs.`;
    return { ...facts, code: kind, message };
  }

  #refused(response: Extract<Exchange, { kind: 'response' }>, envelope: Envelope | null): Failure {
    const { status, headers } = response;
    const { origin } = this.#endpoints;
    const seconds = envelope?.details?.retryAfterSeconds;
    const retryAfterMs =
      readRetryAfterMs(headers) ?? (typeof seconds === 'number' ? boundedMs(seconds) : null);
    const common = {
      status,
      requestId: headers.get('x-request-id')?.slice(0, 64) ?? null,
      retryAfterMs,
      retryAfterSeconds: retryAfterMs === null ? null : retryAfterMs / 1_000,
    };
    if (status >= 400)
      return { ...common, ...adviceFor(status, envelope?.error, envelope?.message, issuesOf(envelope)) };
    if (status >= 300)
      return {
        ...common,
        code: 'redirected',
        message: `${origin} redirects. Redirects are not followed; set baseUrl to the final address.`,
      };
    return {
      ...common,
      code: 'unexpected_answer',
      message: `The server at ${origin} is not Botmeter: ${envelope ? 'it sent other JSON' : 'it sent no valid JSON'}. Check baseUrl and the proxies in between.`,
    };
  }
}

/** Never throws: the service refuses what is no time. */
const textOf = (value: string | Date): string =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : String(value);

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

/** The invalid fields of an `invalid_body`, at most three. */
function issuesOf(envelope: Envelope | null): string {
  const issues = envelope?.details?.issues;
  if (!Array.isArray(issues)) return '';
  const texts = issues.slice(0, 3).map((issue: { path?: unknown; message?: unknown } | null) => {
    return `${String(issue?.path)}: ${String(issue?.message)}`.slice(0, 120);
  });
  return ` (${texts.join('; ')})`;
}
