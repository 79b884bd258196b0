import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Hold, NEVER_HUNG_UP } from '@/lib/ports/report-holds';

/** Request header by which a server action finds its connection. Always overwritten, so a client cannot set it. */
export const PAGE_HOLD_HEADER = 'x-page-hold';

/** Of the end of a response to a form. */
const LISTENERS_MAX = 20;

/** Tells server actions whether their client has hung up: they cannot see their connection. */
export class PageHolds {
  readonly #holds = new Map<string, () => Hold>();

  /** Makes `hold` available to the server action of a request until its response is closed. */
  add(request: IncomingMessage, response: ServerResponse, hold: () => Hold): void {
    delete request.headers[PAGE_HOLD_HEADER];
    if (request.method !== 'POST') return;
    const id = randomUUID();
    request.headers[PAGE_HOLD_HEADER] = id;
    this.#holds.set(id, hold);
    // Next and the layers before it add as many listeners as Node expects.
    response.setMaxListeners(LISTENERS_MAX);
    response.once('close', () => this.#holds.delete(id));
  }

  /** By the header's value. Without a front door no client counts as having hung up. */
  find(id: string | null): () => Hold {
    return this.#holds.get(id ?? '') ?? NEVER_HUNG_UP;
  }
}
