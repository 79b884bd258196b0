import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '@/lib/domain/errors';

/** An answered request, for figures and logs: nothing in it was chosen by a client but the request id's text. */
export type Answered = {
  readonly requestId?: string;
  /** From a closed list. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  /** Why the API refused it. */
  readonly error?: ErrorCode | undefined;
  readonly durationMs: number;
};

/** Hears of every answer. */
export type Observe = (answered: Answered) => void;

/** First segments of the paths of pages; whatever else is asked for counts as `other`. */
const PAGES = new Set(['', 'account', 'admin', 'bots', 'docs', 'download', 'login', 'setup', '_next', 'api']);

/** The route of a request that is not the API's: its first segment, one of a closed list. */
export function pageRoute(path: string): string {
  const segment = path.split('/', 2)[1] ?? '';
  return PAGES.has(segment) ? `/${segment}` : 'other';
}

/** Tells `observe` of a page's answer when it has gone out whole. */
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
