import type { ServerResponse } from 'node:http';
import { ClientQueues } from '@/lib/domain/client-queues';
import { afterNewConnections } from '../new-connections';
import { FairQueue, type QueueBounds } from './fair-queue';
import { sendBusy } from './send-busy';
import { whenServed } from './when-served';

export type RequestQueueOptions = QueueBounds & {
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
    this.#waiting.set(response, () => response.off('close', leave));
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
