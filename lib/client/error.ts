/** What went wrong: first the service's own codes (API section 5), then what the library finds by itself. */
export type BotmeterErrorCode =
  | 'invalid_json'
  | 'invalid_body'
  | 'missing_key'
  | 'invalid_key'
  | 'bot_disabled'
  | 'bot_mismatch'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'update_too_soon'
  | 'quota_exceeded'
  | 'internal_error'
  | 'storage_unavailable'
  /** An error status without the service's envelope: something in between has answered. */
  | 'http_error'
  /** A redirect; it is not followed, so that the key goes nowhere else. */
  | 'redirected'
  /** Not the JSON that the API describes, or more than 64 KiB. */
  | 'unexpected_answer'
  | 'network'
  | 'timeout'
  | 'invalid_options'
  | 'invalid_source'
  | 'invalid_stats'
  | 'source_failed'
  | 'source_timeout'
  | 'not_ready'
  | 'not_leader'
  /** 16 calls are under way or waiting already. */
  | 'busy'
  | 'stopped'
  | 'listener_failed'
  | 'internal';

export type FailureFacts = {
  readonly code: BotmeterErrorCode;
  readonly message: string;
  readonly status?: number | null;
  readonly requestId?: string | null;
  readonly retryAfterSeconds?: number | null;
};

/** What happened and, in `message`, what to do. Never holds the API key. */
export class BotmeterError extends Error {
  override readonly name = 'BotmeterError';
  readonly code: BotmeterErrorCode;
  /** HTTP status of the answer; `null` when there was none. */
  readonly status: number | null;
  /** Names the exchange in the service's log (API section 6); `null` without an answer. */
  readonly requestId: string | null;
  /** Seconds that the service asked to wait (API section 5); `null` when it named none. */
  readonly retryAfterSeconds: number | null;
  /** Seconds until the schedule of `start` calls next; `null` when none runs. */
  readonly nextCallSeconds: number | null;

  constructor(facts: FailureFacts, nextCallSeconds: number | null) {
    const next =
      nextCallSeconds === null ? '' : ` The next scheduled call is in ${inWords(nextCallSeconds)}.`;
    super(`${facts.message}${next}`);
    this.code = facts.code;
    this.status = facts.status ?? null;
    this.requestId = facts.requestId ?? null;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.nextCallSeconds = nextCallSeconds;
  }
}

/** The outcome of a direct call, which never rejects. */
export type Result<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: BotmeterError };

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
