/** What the service answers (API section 5). */
type KeyRefused = 'missing_key' | 'invalid_key' | 'bot_disabled' | 'bot_mismatch';
type CallRefused = 'invalid_json' | 'invalid_body' | 'invalid_query' | 'not_found' | 'method_not_allowed';
type BodyRefused = 'body_too_large' | 'unsupported_media_type';
type LimitReached = 'update_too_soon' | 'quota_exceeded' | 'too_many_reads' | 'too_many_pauses';
type ServiceFailed = 'internal_error' | 'storage_unavailable';
/**
 * What came instead: an error without the service's envelope, for example from a proxy; a redirect, which is not followed,
 * so that the key is not sent elsewhere; a body that is not the API's JSON, or is too large; nothing.
 */
type NotTheService = 'http_error' | 'redirected' | 'unexpected_answer' | 'network' | 'timeout';
/** What the bot passed. */
type BotFailed = 'invalid_options' | 'invalid_stats' | 'listener_failed' | 'stopped' | 'internal';
type SourceFailed = 'invalid_source' | 'source_failed' | 'source_timeout' | 'not_ready' | 'not_leader';
/** Another process reports for this bot, and its reports arrive first; 16 calls are already running or queued. */
type TooMany = 'several_reporters' | 'busy';

/** Error codes of the service, then the library's own. */
export type BotmeterErrorCode =
  | (KeyRefused | CallRefused | BodyRefused | LimitReached | ServiceFailed)
  | (NotTheService | BotFailed | SourceFailed | TooMany);

export type FailureFacts = {
  readonly code: BotmeterErrorCode;
  readonly message: string;
  /** What the service says about the request. */
  readonly serviceMessage?: string | null;
  readonly status?: number | null;
  readonly requestId?: string | null;
  readonly retryAfterSeconds?: number | null;
};

/** What happened and, in `message`, what to do. Never contains the API key. */
export class BotmeterError extends Error {
  override readonly name = 'BotmeterError';
  readonly code: BotmeterErrorCode;
  /** What the service said about the request (`message` of API section 5); `null` if it said nothing. */
  readonly serviceMessage: string | null;
  /** HTTP status of the response; `null` without a response. */
  readonly status: number | null;
  /** Identifies the request in the service's log (API section 6); `null` without a response. */
  readonly requestId: string | null;
  /** Seconds to wait, as the service requested (API section 5); `null` if it did not. */
  readonly retryAfterSeconds: number | null;
  /** Seconds until the next scheduled call; `null` if nothing is scheduled. */
  readonly nextCallSeconds: number | null;

  constructor(facts: FailureFacts, nextCallSeconds: number | null) {
    const next =
      nextCallSeconds === null ? '' : ` The next scheduled call is in ${durationText(nextCallSeconds)}.`;
    super(`${facts.message}${next}`);
    this.code = facts.code;
    this.serviceMessage = facts.serviceMessage ?? null;
    this.status = facts.status ?? null;
    this.requestId = facts.requestId ?? null;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.nextCallSeconds = nextCallSeconds;
  }

  /** For `JSON.stringify`, which leaves the message of an Error out. */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}

/** The outcome of a direct call, which never rejects. */
export type Result<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: BotmeterError };

const REASON_LENGTH_MAX = 200;

/** The message of a value thrown by other code. The value may be anything; this never throws. */
export function reasonOf(thrown: unknown): string {
  try {
    const message = thrown instanceof Error ? thrown.message : thrown;
    if (typeof message === 'string' && message !== '') return message.slice(0, REASON_LENGTH_MAX);
  } catch {
    // A getter of the value threw.
  }
  return 'no reason given';
}

function durationText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
