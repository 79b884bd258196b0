import { expect } from 'vitest';
import { ERROR_EXAMPLES } from '@/lib/contract/examples';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/reports/refusal';
import type { HttpResponse } from './http';
import type { Operator } from './operator';

/** Asserts the headers that every API response must have (contract section 6), and no others that must not be there. */
export function expectApiHeaders(response: HttpResponse, caching = 'no-store'): void {
  expect(response.all('content-type')).toEqual(['application/json; charset=utf-8']);
  expect(response.all('cache-control')).toEqual([caching]);
  expect(response.all('x-content-type-options')).toEqual(['nosniff']);
  expect(response.all('x-request-id')).toEqual([expect.stringMatching(/^[A-Za-z0-9_-]{8,64}$/)]);
  const foreign = /^(access-control-.*|location|refresh|set-cookie|x-powered-by|x-nextjs.*|server)$/;
  expect(response.headerNames.filter((name) => foreign.test(name))).toEqual([]);
}

export function expectNoRateLimit(response: HttpResponse): void {
  expect(response.headerNames.filter((name) => name.startsWith('ratelimit'))).toEqual([]);
}

export type RateLimit = {
  readonly quota: { readonly q: number; readonly w: number; readonly r: number; readonly t: number };
  readonly interval: { readonly q: number; readonly w: number; readonly r: number; readonly t: number };
};

const POLICY = /^"quota";q=(\d+);w=(\d+), "interval";q=(\d+);w=(\d+)$/;
const STATE = /^"quota";r=(\d+);t=(\d+), "interval";r=(\d+);t=(\d+)$/;

/** Parses the rate limit headers; throws unless each is there once and in the contract's format. */
export function rateLimitOf(response: HttpResponse): RateLimit {
  const policy = POLICY.exec(response.header('ratelimit-policy') ?? '')
    ?.slice(1)
    .map(Number);
  const state = STATE.exec(response.header('ratelimit') ?? '')
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

/** The names of the details in an error's body, but `position`, which is not always known. */
const detailsIn = ({ details = {} }: { readonly details?: object }) =>
  Object.keys(details)
    .filter((name) => name !== 'position')
    .sort();

type Expected = { readonly isAuthenticated?: boolean; readonly details?: unknown };

/** Asserts an error response: status, envelope, details as in the example, headers; rate limits only if authenticated. */
export function expectFailure(
  response: HttpResponse,
  error: ErrorCode,
  { isAuthenticated = false, details }: Expected = {},
): void {
  expect({ status: response.status, body: response.json() }).toEqual({
    status: ERROR_STATUS[error],
    body: {
      success: false,
      error,
      message: expect.stringMatching(/^\S.*[.]$/),
      requestId: response.header('x-request-id'),
      ...(details !== undefined && { details }),
    },
  });
  expect(detailsIn(response.json())).toEqual(detailsIn(ERROR_EXAMPLES[error].body));
  expectApiHeaders(response);
  const authenticate = {
    missing_key: ['Bearer realm="api"'],
    invalid_key: ['Bearer realm="api", error="invalid_token"'],
  };
  expect(response.all('www-authenticate')).toEqual(
    error in authenticate ? authenticate[error as keyof typeof authenticate] : [],
  );
  const retried = ['update_too_soon', 'quota_exceeded', 'too_many_changes', 'storage_unavailable'];
  expect(response.all('retry-after')).toEqual(
    retried.includes(error) ? [expect.stringMatching(/^[1-9]\d*$/)] : [],
  );
  if (error !== 'method_not_allowed') expect(response.all('allow')).toEqual([]);
  if (isAuthenticated) rateLimitOf(response);
  else expectNoRateLimit(response);
}

/** Asserts a 200 of a metered operation. */
export function expectServed(response: HttpResponse, body: unknown): void {
  expect({ status: response.status, body: response.json() }).toEqual({ status: 200, body });
  expectApiHeaders(response);
  rateLimitOf(response);
  for (const name of ['retry-after', 'www-authenticate', 'allow']) expect(response.all(name)).toEqual([]);
}

/** Asserts a refused call: the error response with rate limits; counted as rejected only, and nothing stored. */
export async function expectRejected(
  { operator }: { readonly operator: Operator },
  bot: { readonly id: string },
  response: HttpResponse,
  error: ErrorCode,
  details?: unknown,
): Promise<void> {
  expectFailure(response, error, { isAuthenticated: true, details });
  expect(await operator.state(bot.id)).toMatchObject({ used: 0, calls: 0, rejected: 1, reports: [] });
}

const upgrade = (
  name: string,
  displayName: string,
  apiCallsLimit: number,
  updateIntervalMinutes: number,
) => ({
  tier: { name, displayName },
  apiCallsLimit,
  updateIntervalMinutes,
  message: expect.stringMatching(/^[A-Z].*\.$/),
});

/** The `upgrade` that the API recommends to a bot on each plan. */
export const UPGRADES = {
  free: upgrade('premium', 'Premium', 10_000, 5),
  premium: upgrade('business', 'Business', 100_000, 1),
  business: null,
};
