import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Hold, NEVER_HUNG_UP } from '@/lib/ports/report-holds';

/** Request header by which a server action finds its connection. Always overwritten, so a client cannot set it. */
export const PAGE_HOLD_HEADER = 'x-page-hold';

/** Of the end of a response to a form. */
const LISTENERS_MAX = 20;

/** What server actions need of their connection, which they cannot see: whether the client has hung up, and the status. */
export class PageHolds {
  readonly #holds = new Map<string, () => Hold>();
  readonly #retryAfter = new Map<string, number>();

  /** Makes `hold` available to the server action of a request until its response is closed. */
  add(request: IncomingMessage, response: ServerResponse, hold: () => Hold): void {
    delete request.headers[PAGE_HOLD_HEADER];
    if (request.method !== 'POST') return;
    const id = randomUUID();
    request.headers[PAGE_HOLD_HEADER] = id;
    this.#holds.set(id, hold);
    // Next and the layers before it add as many listeners as Node expects.
    response.setMaxListeners(LISTENERS_MAX);
    response.once('close', () => {
      this.#holds.delete(id);
      this.#retryAfter.delete(id);
    });
    const writeHead = response.writeHead.bind(response) as (
      status: number,
      ...rest: unknown[]
    ) => ServerResponse;
    response.writeHead = (status: number, ...rest: unknown[]) => {
      const seconds = this.#retryAfter.get(id);
      if (seconds === undefined || status !== 200) return writeHead(status, ...rest);
      response.setHeader('Retry-After', seconds);
      return writeHead(429, ...rest);
    };
  }

  /** Makes the response to a server action 429: Next has no way to set its status. */
  refuse(id: string | null, retryAfterMs: number): void {
    if (id !== null && this.#holds.has(id)) this.#retryAfter.set(id, Math.ceil(retryAfterMs / 1_000));
  }

  /** By the header's value. Without a front door no client counts as having hung up. */
  find(id: string | null): () => Hold {
    return this.#holds.get(id ?? '') ?? NEVER_HUNG_UP;
  }
}
