import { type Issue, sentenceOf } from '@/lib/contract/faults/body';
import type { JsonFault } from '@/lib/contract/faults/json';
import type { Account } from '@/lib/domain/bots/account';
import { KEY_LENGTH, KEY_PREFIX } from '@/lib/domain/keys/key-text';
import { WEBHOOK_CHANGES_MAX } from '@/lib/domain/people/throttle';
import { intervalText, PLANS } from '@/lib/domain/quota/plan';
import { quotaOf, upgradeOf } from '@/lib/domain/quota/quota';
import type { ReportRefusal } from '@/lib/domain/reports/decide';
import { reportWindow, retryAfterSeconds, secondsUp } from '@/lib/domain/reports/interval';
import { PAUSES_PER_DAY } from '@/lib/domain/silences/pause';
import { isoTime } from '@/lib/domain/text/time';
import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import type { ApiError } from './operation';

/** Message, details and headers of each API error (contract section 5). */

export const BODY_BYTES_MAX = 16_384;

/** `reason` is a sentence of our own: parsers quote what they read. */
export const invalidJson = ({ reason, position }: JsonFault): ApiError => ({
  error: 'invalid_json',
  message: `The body is not valid JSON${position === undefined ? '' : ` at character ${position}`}: ${reason}`,
  details: { reason, ...(position !== undefined && { position }) },
});

export const invalidQuery = (issues: readonly Issue[]): ApiError => ({
  error: 'invalid_query',
  message: sentenceOf(issues, 'The query'),
  details: { issues },
});

export const invalidBody = (issues: readonly Issue[]): ApiError => ({
  error: 'invalid_body',
  message: sentenceOf(issues, 'The body'),
  details: { issues },
});

export const MISSING_KEY: ApiError = {
  error: 'missing_key',
  message: 'Send the API key as "Authorization: Bearer <key>".',
  headers: { 'WWW-Authenticate': 'Bearer realm="api"' },
};

/** `fault` is a sentence of its own. */
export const missingKey = (fault: string): ApiError => ({
  ...MISSING_KEY,
  message: `${fault} ${MISSING_KEY.message}`,
});

export const INVALID_KEY: ApiError = {
  error: 'invalid_key',
  message: "This API key is unknown, revoked or expired: create a new one on the bot's page.",
  headers: { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' },
};

/** `fault` is a sentence of its own. */
export const malformedKey = (fault: string): ApiError => ({
  ...INVALID_KEY,
  message: `${fault} A key is "${KEY_PREFIX}" followed by ${KEY_LENGTH - KEY_PREFIX.length} letters and digits.`,
});

export const BOT_DISABLED: ApiError = {
  error: 'bot_disabled',
  message: 'An admin has disabled this bot.',
};

export const BOT_MISMATCH: ApiError = {
  error: 'bot_mismatch',
  message:
    'This key belongs to a different bot than "botId": use a key from the page of the bot that you report for.',
};

export const NOT_FOUND: ApiError = {
  error: 'not_found',
  message: 'There is nothing at this path. The page /docs lists the paths of the API.',
};

/** `nearest`: the known path that was probably meant. */
export const pathNotFound = (nearest: string | null): ApiError =>
  nearest === null
    ? NOT_FOUND
    : { ...NOT_FOUND, message: `There is nothing at this path. It must be exactly "${nearest}".` };

export const methodNotAllowed = (allow: string): ApiError => ({
  error: 'method_not_allowed',
  message: `This path supports only ${allow}.`,
  headers: { Allow: allow },
});

export const BODY_TOO_LARGE: ApiError = {
  error: 'body_too_large',
  message: `The body may have at most ${BODY_BYTES_MAX} bytes.`,
};

/** `fault` is a sentence of its own. */
export const unsupportedMediaType = (fault: string): ApiError => ({
  error: 'unsupported_media_type',
  message: `${fault} Send a JSON body with "Content-Type: application/json", not compressed.`,
});

export const INTERNAL_ERROR: ApiError = {
  error: 'internal_error',
  message: 'Something went wrong on our side; nothing was counted or stored.',
};

/** Refused before it was read; also the response to a client that has ended its sending side. */
export const TOO_MANY_READS: ApiError = {
  error: 'too_many_reads',
  message:
    'Eight reads of this bot or person wait already, or the client hung up: wait for the responses before you send more. Nothing was counted.',
  headers: { 'Retry-After': '1' },
};

const afterMs = (ms: number) => ({ 'Retry-After': String(Math.max(1, secondsUp(ms))) });

/** The 101st planned silence of a UTC day, which ends in `ms`. */
export const tooManyPauses = (ms: number): ApiError => ({
  error: 'too_many_pauses',
  message: `A bot has at most ${PAUSES_PER_DAY} planned silences a day (UTC). Nothing was stored.`,
  headers: afterMs(ms),
});

/** One more change of a bot's webhook within the hour, which ends in `ms`. */
export const tooManyChanges = (ms: number): ApiError => ({
  error: 'too_many_changes',
  message: `A bot's keys change its webhook at most ${WEBHOOK_CHANGES_MAX} times an hour. Nothing was stored.`,
  headers: afterMs(ms),
});

/** The embedded database recovers, and a PostgreSQL server restarts, within a few seconds. */
const STORAGE_RETRY_SECONDS = 5;

const STORAGE_UNAVAILABLE: ApiError = {
  error: 'storage_unavailable',
  message:
    'The database cannot store anything at the moment; nothing of this call was stored or counted. Try again soon.',
  headers: { 'Retry-After': String(STORAGE_RETRY_SECONDS) },
};

/** The COMMIT was sent and not confirmed. */
const OUTCOME_UNKNOWN: ApiError = {
  ...STORAGE_UNAVAILABLE,
  message:
    'The database did not confirm this call: it may have been stored and counted. Try again soon; a report that was stored is then refused as too soon.',
};

/** The response of the readiness operation while the process stops. */
export const STOPPING: ApiError = {
  ...STORAGE_UNAVAILABLE,
  message: 'This process is about to stop and accepts no further work; nothing was stored or counted.',
};

/** 503 for a storage error, 500 for a bug. */
export function apiErrorOf(error: unknown): ApiError {
  if (!isStorageUnavailable(error)) return INTERNAL_ERROR;
  return error.isOutcomeUnknown ? OUTCOME_UNKNOWN : STORAGE_UNAVAILABLE;
}

export function updateTooSoon(account: Account, nowMs: number): ApiError {
  const plan = PLANS[account.plan];
  const seconds = retryAfterSeconds(account, nowMs);
  const every = plan.intervalMinutes === 1 ? 'minute' : intervalText(plan);
  return {
    error: 'update_too_soon',
    message: `The ${plan.displayName} plan accepts one report every ${every}. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    headers: { 'Retry-After': String(seconds) },
    details: {
      nextUpdateAllowedAt: isoTime(reportWindow(account, nowMs).nextAllowedAtMs),
      retryAfterSeconds: seconds,
    },
  };
}

/** `isReport`: a report is accepted at the reset or, if that is later, at the end of its interval. */
function quotaExceeded(account: Account, nowMs: number, isReport: boolean): ApiError {
  const { limit, resetAtMs } = quotaOf(account);
  const seconds = isReport ? retryAfterSeconds(account, nowMs) : Math.max(1, secondsUp(resetAtMs - nowMs));
  const resetAt = isoTime(resetAtMs);
  return {
    error: 'quota_exceeded',
    message: `All ${limit} calls of this cycle are used. The next cycle starts at ${resetAt}.`,
    headers: { 'Retry-After': String(seconds) },
    details: { limit, resetAt, retryAfterSeconds: seconds, upgrade: upgradeOf(account) },
  };
}

/** The API error of a refusal, of a report or of a read, that depends on the account. */
export function stateError(
  error: ReportRefusal | 'too_many_reads',
  account: Account,
  nowMs: number,
  isReport = false,
): ApiError {
  switch (error) {
    case 'bot_disabled':
      return BOT_DISABLED;
    case 'bot_mismatch':
      return BOT_MISMATCH;
    case 'quota_exceeded':
      return quotaExceeded(account, nowMs, isReport);
    case 'too_many_reads':
      return TOO_MANY_READS;
    case 'update_too_soon':
      return updateTooSoon(account, nowMs);
  }
}
