import type { IncomingMessage, ServerResponse } from 'node:http';
import { paths } from '@/lib/contract/paths';
import type { ErrorCode } from '@/lib/domain/reports/refusal';

/** A request that was responded to, for metrics and logs. Only the request id's text is chosen by the client. */
export type ServedRequest = {
  readonly requestId?: string;
  /** From a closed list. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  /** The API error, if it was refused. */
  readonly error?: ErrorCode | undefined;
  readonly durationMs: number;
  /** Whether the response was held back for the client's sake (contract rule 6). */
  readonly isHeld?: boolean;
};

/** Called after each response. Must not throw: the call is stored and responded to already. */
export type Observe = (served: ServedRequest) => void;

/** Wraps an observer so that its errors go to `onError`. */
export const guarded =
  (observe: Observe, onError: (error: unknown) => void): Observe =>
  (served) => {
    try {
      observe(served);
    } catch (error) {
      onError(error);
    }
  };

type Log = {
  isLevelEnabled(level: 'debug'): boolean;
  debug(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** Counts each response and, at debug level, logs it; `undefined` if neither is on. */
export function createObserver(log: Log, count: Observe | undefined): Observe | undefined {
  const isLogged = log.isLevelEnabled('debug');
  if (!isLogged && count === undefined) return undefined;
  const observe: Observe = (served) => {
    count?.(served);
    if (isLogged) log.debug(served, 'responded');
  };
  return guarded(observe, (error) => log.error({ err: error }, 'a response could not be counted'));
}

const { bot: _, admin, ...others } = paths;
/** First path segments of pages and files; all others count as `other`. */
const ROUTES = new Set([...Object.values(others), admin.overview, '/_next', '/api', '/download']);

/** The metric label of a page request: its first path segment, from a closed list. */
function pageRoute(path: string): string {
  const route = `/${path.split('/', 2)[1] ?? ''}`;
  return ROUTES.has(route) ? route : 'other';
}

/** Calls `observe` when a page's response has been sent completely. */
export function observePage(
  observe: Observe,
  path: string,
  { method = '' }: IncomingMessage,
  response: ServerResponse,
): void {
  const startedAt = performance.now();
  response.once('finish', () => {
    const durationMs = performance.now() - startedAt;
    observe({ route: pageRoute(path), method, status: response.statusCode, durationMs });
  });
}
