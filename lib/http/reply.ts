import type { Account } from '@/lib/domain/account';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/errors';
import { rateLimitFields } from '@/lib/domain/interval';

/** A response before it becomes a Response object. */
export type Reply = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** The API error, if any. */
  readonly errorCode?: ErrorCode;
};

/** A 200 with the contract's envelope. `extra` is placed next to `data`. */
export function success(data: unknown, extra: object = {}): Reply {
  return { status: 200, headers: {}, body: JSON.stringify({ success: true, ...extra, data }) };
}

export type ApiError = {
  readonly error: ErrorCode;
  readonly message: string;
  readonly details?: object;
  readonly headers?: Record<string, string>;
};

/** An error with the contract's envelope (section 5). */
export function errorReply(requestId: string, { error, message, details, headers = {} }: ApiError): Reply {
  return {
    status: ERROR_STATUS[error],
    errorCode: error,
    headers,
    body: JSON.stringify({ success: false, error, message, requestId, ...(details && { details }) }),
  };
}

/** Adds the rate limit fields (contract section 6) for an account rolled forward to `nowMs`. */
export function withRateLimit(reply: Reply, account: Account, nowMs: number): Reply {
  const { policy, state } = rateLimitFields(account, nowMs);
  return { ...reply, headers: { ...reply.headers, 'RateLimit-Policy': policy, RateLimit: state } };
}

/** Creates the Response with the headers of every API response (contract section 6). */
export function toResponse(reply: Reply, requestId: string, isHead: boolean, ResponseClass: typeof Response) {
  const hasNoBody = isHead || reply.status === 304;
  return new ResponseClass(hasNoBody ? null : reply.body, {
    status: reply.status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      ...reply.headers,
    },
  });
}
