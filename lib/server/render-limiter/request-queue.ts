import type { ServerResponse } from 'node:http';
import { REFUSED } from '@/lib/contract/form-state';
import { ClientQueues } from '@/lib/domain/client-queues';
import { afterNewConnections } from '../connections';

type RequestQueueOptions = QueueBounds & {
  /** Responses made at the same time. */
  readonly slots: number;
  /** Finished responses that clients have not read yet. */
  readonly unreadMax: number;
  /** Connections that the server has accepted so far. */
  readonly accepted: () => number;
};

/** A queued request; `start` is called when it is its turn. */
type Job = {
  readonly client: string;
  readonly response: ServerResponse;
  readonly start: () => void;
};

/** Serves a few requests at a time and queues the rest, with clients in turn. */
export class RequestQueue {
  readonly #options: RequestQueueOptions;
  readonly #queue: FairQueue<Job>;
  /** For each queued response, the function that removes it from the queue. */
  readonly #waiting = new Map<ServerResponse, () => void>();
  readonly #unread = new ClientQueues<ServerResponse>();
  #running = 0;
  #isStarting = false;

  constructor(options: RequestQueueOptions) {
    this.#options = options;
    this.#queue = new FairQueue(options);
  }

  isWaiting(response: ServerResponse): boolean {
    return this.#waiting.has(response);
  }

  add(job: Job): void {
    const { client, response } = job;
    const leave = () => {
      this.#stopWaiting(response);
      this.#queue.delete(client, job);
    };
    // Closing only the sending side does not end the wait: the client still expects a response (contract rule 6).
    response.once('close', leave);
    // On a slow machine 512 pages take longer than a connection may be without traffic.
    const { socket } = response.req;
    const { timeout = 0 } = socket;
    socket.setTimeout(0);
    this.#waiting.set(response, () => {
      response.off('close', leave);
      socket.setTimeout(timeout);
    });
    const refused = this.#queue.add(client, job);
    if (refused !== null) {
      this.#stopWaiting(refused.response);
      sendBusy(refused.response);
    }
    this.#startMore();
  }

  #stopWaiting(response: ServerResponse): void {
    this.#waiting.get(response)?.();
    this.#waiting.delete(response);
  }

  #startMore(): void {
    if (this.#isStarting || this.#running >= this.#options.slots || this.#queue.size === 0) return;
    this.#isStarting = true;
    afterNewConnections(this.#options.accepted, () => {
      this.#isStarting = false;
      const job = this.#queue.next();
      if (job !== undefined) this.#run(job);
      this.#startMore();
    });
  }

  #run({ client, response, start }: Job): void {
    this.#stopWaiting(response);
    this.#running++;
    whenServed(response, () => {
      this.#running--;
      if (!response.closed) this.#keepUnread(client, response);
      this.#startMore();
    });
    start();
  }

  /** When too many responses are unread, the client with the most of them loses its oldest. */
  #keepUnread(client: string, response: ServerResponse): void {
    this.#unread.add(client, response);
    response.once('close', () => this.#unread.delete(client, response));
    if (this.#unread.size <= this.#options.unreadMax) return;
    const [oldest] = this.#unread.longest()?.items ?? [];
    oldest?.destroy();
  }
}

type QueueBounds = { readonly perClientMax: number; readonly max: number };

/** A bounded queue that serves clients in turn, so that a client with many requests does not delay one with few. */
export class FairQueue<Item> {
  readonly #queues = new ClientQueues<Item>();
  readonly #bounds: QueueBounds;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#queues.size;
  }

  /**
   * Adds an item and returns the one dropped for lack of room, if any: the item itself when its client has too many,
   * else the newest item of the client that has the most.
   */
  add(client: string, item: Item): Item | null {
    const { perClientMax, max } = this.#bounds;
    if (this.#queues.lengthOf(client) >= perClientMax) return item;
    this.#queues.add(client, item);
    if (this.#queues.size <= max) return null;
    const longest = this.#queues.longest();
    const newest = [...(longest?.items ?? [])].at(-1) ?? item;
    this.#queues.delete(longest?.client ?? client, newest);
    return newest;
  }

  delete(client: string, item: Item): void {
    this.#queues.delete(client, item);
  }

  next(): Item | undefined {
    return this.#queues.next();
  }
}

/** A page that takes longer waits for the database or another service, and does not block the event loop. */
const RENDER_MS_MAX = 250;

/**
 * Calls `done` once the response no longer uses the event loop: `end()` was called, the client left or stopped
 * reading, or RENDER_MS_MAX have passed.
 */
function whenServed(response: ServerResponse, done: () => void): void {
  const finish = () => {
    clearTimeout(timer);
    response.off('close', finish);
    if (isDone) return;
    isDone = true;
    done();
  };
  let isDone = false;
  const timer = setTimeout(finish, RENDER_MS_MAX);
  response.once('close', finish);
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  response.end = (...given: unknown[]) => {
    const ended = end(...given);
    finish();
    return ended;
  };
  const write = response.write.bind(response) as (...given: unknown[]) => boolean;
  response.write = (...given: unknown[]) => {
    const isMoreWanted = write(...given);
    // Data that the system accepts at once is reported only in the next turn.
    if (!isMoreWanted && !isDone) setImmediate(() => response.writableNeedDrain && finish());
    return isMoreWanted;
  };
}

const RETRY_AFTER_SECONDS = 5;
const MESSAGE = `The server is busy. Try again in ${RETRY_AFTER_SECONDS} seconds.`;
const PAGE = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Busy · Botmeter</title></head>
<body><main><h1>The server is busy</h1><p>Many pages are being requested at the moment. Nothing that you sent was stored.
Load this page again in ${RETRY_AFTER_SECONDS} seconds.</p></main></body>
</html>
`;
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Responds 503 because the render queue is full: HTML for browsers, JSON for programs. */
export function sendBusy(response: ServerResponse): void {
  const { accept = '', 'next-action': action } = response.req.headers;
  const isForPeople = accept.includes('text/html');
  const [type, body] = isForPeople
    ? ['text/html; charset=utf-8', PAGE]
    : action !== undefined
      ? // Next hands a text to the page's script only if the type is exactly this.
        ['text/plain', `${REFUSED}the server is busy. Send it again in ${RETRY_AFTER_SECONDS} seconds.`]
      : ['application/json; charset=utf-8', `${JSON.stringify({ success: false, message: MESSAGE })}\n`];
  response.writeHead(503, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Retry-After': RETRY_AFTER_SECONDS,
    // The rest of a refused body is not read.
    ...(!response.req.complete && { Connection: 'close' }),
  });
  response.end(body);
}
