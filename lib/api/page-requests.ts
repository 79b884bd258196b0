import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener, ServerResponse } from 'node:http';
import { type Hold, NEVER_HUNG_UP } from '@/lib/ports/ports';

type PageRequest = { readonly hold: () => Hold; retryAfterMs: number | null };

/** What server actions need of their connection, which they cannot see: whether the client has hung up, and the status. */
export class PageRequests {
  readonly #current = new AsyncLocalStorage<PageRequest>();

  /** Serves `pages` so that `hold` and `refuse` belong to the request that they are called for. */
  serve(pages: RequestListener): RequestListener {
    return (request, response) => {
      const page: PageRequest = { hold: () => holdBack(response), retryAfterMs: null };
      if (request.method === 'POST') patchStatus(response, page);
      this.#current.run(page, () => pages(request, response));
    };
  }

  /** Makes the response to the current server action 429: Next has no way to set its status. */
  refuse(retryAfterMs: number): void {
    const page = this.#current.getStore();
    if (page !== undefined) page.retryAfterMs = retryAfterMs;
  }

  /** Holds the current response back. Under plain Next no client counts as having hung up. */
  hold(): Hold {
    return (this.#current.getStore()?.hold ?? NEVER_HUNG_UP)();
  }
}

/** The front door, which sees the connection of the client, learns by "102 Processing" to end this one when the client hangs up. */
function holdBack(response: ServerResponse): Hold {
  const client = new AbortController();
  const abort = () => client.abort();
  if (response.closed) abort();
  else response.writeProcessing();
  response.once('close', abort);
  return { signal: client.signal, end: () => void response.off('close', abort) };
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
