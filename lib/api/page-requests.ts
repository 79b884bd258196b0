import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Hold, NEVER_HUNG_UP } from '@/lib/ports/ports';

type PageRequest = { readonly hold: () => Hold; retryAfterMs: number | null };

/** What server actions need of their connection, which they cannot see: whether the client has hung up, and the status. */
export class PageRequests {
  readonly #current = new AsyncLocalStorage<PageRequest>();

  /** Serves `pages` so that `hold` and `refuse` belong to the request that they are called for. */
  serve(pages: RequestListener, hold: (request: IncomingMessage) => Hold): RequestListener {
    return (request, response) => {
      const page: PageRequest = { hold: () => hold(request), retryAfterMs: null };
      if (request.method === 'POST') patchStatus(response, page);
      this.#current.run(page, () => pages(request, response));
    };
  }

  /** Makes the response to the current server action 429: Next has no way to set its status. */
  refuse(retryAfterMs: number): void {
    const page = this.#current.getStore();
    if (page !== undefined) page.retryAfterMs = retryAfterMs;
  }

  /** Holds the current response back. Without a front door no client counts as having hung up. */
  hold(): Hold {
    return (this.#current.getStore()?.hold ?? NEVER_HUNG_UP)();
  }
}

function patchStatus(response: ServerResponse, page: PageRequest): void {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (page.retryAfterMs === null || status !== 200) return writeHead(status, ...rest);
    response.setHeader('Retry-After', Math.ceil(page.retryAfterMs / 1_000));
    return writeHead(429, ...rest);
  };
}
