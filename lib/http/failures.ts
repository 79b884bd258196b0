import type { BodyIssue } from '@/lib/contract/report-body';
import type { Account } from '@/lib/domain/account';
import { reportWindow } from '@/lib/domain/interval';
import { intervalText, PLANS } from '@/lib/domain/plan';
import { quotaOf, upgradeOf } from '@/lib/domain/quota';
import { retryAfterSeconds } from '@/lib/domain/rate-limit';
import { isoTime } from '@/lib/domain/usage-record';
import type { Failure } from './reply';

/** What each error of the closed list says and carries (contract section 5). */

export const BODY_BYTES_MAX = 16_384;

export const INVALID_JSON: Failure = {
  error: 'invalid_json',
  message: 'The body is not valid JSON in UTF-8.',
};

export const invalidBody = (issues: readonly BodyIssue[]): Failure => ({
  error: 'invalid_body',
  message: 'The body does not have the form of a report.',
  details: { issues },
});

export const MISSING_KEY: Failure = {
  error: 'missing_key',
  message: 'Send the API key as "Authorization: Bearer <key>".',
  headers: { 'WWW-Authenticate': 'Bearer realm="api"' },
};

export const INVALID_KEY: Failure = {
  error: 'invalid_key',
  message: 'This is not a valid API key.',
  headers: { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_token"' },
};

export const BOT_DISABLED: Failure = {
  error: 'bot_disabled',
  message: 'An administrator has disabled this bot.',
};

export const BOT_MISMATCH: Failure = {
  error: 'bot_mismatch',
  message: 'This key belongs to another bot than "botId" names.',
};

export const NOT_FOUND: Failure = { error: 'not_found', message: 'There is nothing at this path.' };

export const methodNotAllowed = (allow: string): Failure => ({
  error: 'method_not_allowed',
  message: `This path takes ${allow} only.`,
  headers: { Allow: allow },
});

export const BODY_TOO_LARGE: Failure = {
  error: 'body_too_large',
  message: `The body may have at most ${BODY_BYTES_MAX} bytes.`,
};

export const UNSUPPORTED_MEDIA_TYPE: Failure = {
  error: 'unsupported_media_type',
  message: 'Send the body as "Content-Type: application/json", not compressed.',
};

export const INTERNAL_ERROR: Failure = {
  error: 'internal_error',
  message: 'Something went wrong on our side; nothing was counted or stored.',
};

/** The embedded database recovers, and a PostgreSQL server restarts, well within a few seconds. */
const STORAGE_RETRY_SECONDS = 5;

export const STORAGE_UNAVAILABLE: Failure = {
  error: 'storage_unavailable',
  message: 'The database cannot store anything at the moment; nothing was counted. Try again soon.',
  headers: { 'Retry-After': String(STORAGE_RETRY_SECONDS) },
};

export function updateTooSoon(account: Account, nowMs: number): Failure {
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

export function quotaExceeded(account: Account, nowMs: number): Failure {
  const { limit, resetAtMs } = quotaOf(account);
  const seconds = retryAfterSeconds(account, nowMs);
  const resetAt = isoTime(resetAtMs);
  return {
    error: 'quota_exceeded',
    message: `All ${limit} calls of this cycle are used. The next cycle starts at ${resetAt}.`,
    headers: { 'Retry-After': String(seconds) },
    details: { limit, resetAt, retryAfterSeconds: seconds, upgrade: upgradeOf(account) },
  };
}
