import type { Account } from '@/lib/domain/account';
import { ERROR_STATUS, type ErrorCode } from '@/lib/domain/errors';
import { rateLimitFields } from '@/lib/domain/rate-limit';

/** An answer before it becomes a Response. */
export type Reply = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Why it was refused. */
  readonly errorCode?: ErrorCode;
};

/** A 200 with the contract's envelope. `extra` stands beside `data`. */
export function success(data: unknown, extra: object = {}): Reply {
  return { status: 200, headers: {}, body: JSON.stringify({ success: true, ...extra, data }) };
}

export type Failure = {
  readonly error: ErrorCode;
  readonly message: string;
  readonly details?: object;
  readonly headers?: Record<string, string>;
};

/** An error with the contract's envelope (section 5). */
export function failure(requestId: string, { error, message, details, headers = {} }: Failure): Reply {
  return {
    status: ERROR_STATUS[error],
    errorCode: error,
    headers,
    body: JSON.stringify({ success: false, error, message, requestId, ...(details && { details }) }),
  };
}

/** Adds the rate limit fields of a settled account (contract section 6). */
export function withRateLimit(reply: Reply, account: Account, nowMs: number): Reply {
  const { policy, state } = rateLimitFields(account, nowMs);
  return { ...reply, headers: { ...reply.headers, 'RateLimit-Policy': policy, RateLimit: state } };
}

/** The headers of every API answer (contract section 6). */
export function toResponse(reply: Reply, requestId: string, isHead: boolean, ResponseClass: typeof Response) {
  return new ResponseClass(isHead ? null : reply.body, {
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
