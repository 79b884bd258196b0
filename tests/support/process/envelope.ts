import { expect } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/errors';
import type { HttpResponse } from './http';

/** Asserts the headers that every API response must have (contract section 6), and no others that must not be there. */
export function expectApiHeaders(answer: HttpResponse): void {
  expect(answer.all('content-type')).toEqual(['application/json; charset=utf-8']);
  expect(answer.all('cache-control')).toEqual(['no-store']);
  expect(answer.all('x-content-type-options')).toEqual(['nosniff']);
  expect(answer.all('x-request-id')).toEqual([expect.stringMatching(/^[A-Za-z0-9_-]{8,64}$/)]);
  const foreign = /^(access-control-.*|location|refresh|set-cookie|x-powered-by|x-nextjs.*|server)$/;
  expect(answer.headerNames.filter((name) => foreign.test(name))).toEqual([]);
}

export function expectNoRateLimit(answer: HttpResponse): void {
  expect(answer.headerNames.filter((name) => name.startsWith('ratelimit'))).toEqual([]);
}

export type RateLimit = {
  readonly quota: { readonly q: number; readonly w: number; readonly r: number; readonly t: number };
  readonly interval: { readonly q: number; readonly w: number; readonly r: number; readonly t: number };
};

const POLICY = /^"quota";q=(\d+);w=(\d+), "interval";q=(\d+);w=(\d+)$/;
const STATE = /^"quota";r=(\d+);t=(\d+), "interval";r=(\d+);t=(\d+)$/;

/** Parses the rate limit headers; throws unless each is there once and in the contract's format. */
export function rateLimitOf(answer: HttpResponse): RateLimit {
  const policy = POLICY.exec(answer.header('ratelimit-policy') ?? '')
    ?.slice(1)
    .map(Number);
  const state = STATE.exec(answer.header('ratelimit') ?? '')
    ?.slice(1)
    .map(Number);
  if (policy === undefined || state === undefined)
    throw new Error('The rate limit headers are missing or malformed.');
  const [quotaQ = 0, quotaW = 0, intervalQ = 0, intervalW = 0] = policy;
  const [quotaR = 0, quotaT = 0, intervalR = 0, intervalT = 0] = state;
  return {
    quota: { q: quotaQ, w: quotaW, r: quotaR, t: quotaT },
    interval: { q: intervalQ, w: intervalW, r: intervalR, t: intervalT },
  };
}

type Expected = {
  readonly isAuthenticated: boolean;
  readonly details?: unknown;
};

/** Asserts an error response: status, code, an envelope without other members, headers; rate limits only if authenticated. */
export function expectFailure(
  answer: HttpResponse,
  error: ErrorCode,
  { isAuthenticated, details }: Expected,
): void {
  expect({ status: answer.status, body: answer.json() }).toEqual({
    status: ERROR_STATUS[error],
    body: {
      success: false,
      error,
      message: expect.stringMatching(/^\S.*[.]$/),
      requestId: answer.header('x-request-id'),
      ...(details !== undefined && { details }),
    },
  });
  expectApiHeaders(answer);
  const authenticate = {
    missing_key: ['Bearer realm="api"'],
    invalid_key: ['Bearer realm="api", error="invalid_token"'],
  };
  expect(answer.all('www-authenticate')).toEqual(
    error in authenticate ? authenticate[error as keyof typeof authenticate] : [],
  );
  const retried = ['update_too_soon', 'quota_exceeded', 'storage_unavailable'];
  expect(answer.all('retry-after')).toEqual(
    retried.includes(error) ? [expect.stringMatching(/^[1-9]\d*$/)] : [],
  );
  if (error !== 'method_not_allowed') expect(answer.all('allow')).toEqual([]);
  if (isAuthenticated) rateLimitOf(answer);
  else expectNoRateLimit(answer);
}

/** Asserts a 200 of a metered endpoint. */
export function expectServed(answer: HttpResponse, body: unknown): void {
  expect({ status: answer.status, body: answer.json() }).toEqual({ status: 200, body });
  expectApiHeaders(answer);
  rateLimitOf(answer);
  for (const name of ['retry-after', 'www-authenticate', 'allow']) expect(answer.all(name)).toEqual([]);
}
