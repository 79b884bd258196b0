import type { ServerResponse } from 'node:http';
import { ClientQueues } from '@/lib/domain/client-queues';
import { sendUnavailable } from './unavailable';

type QueueBounds = { readonly perClientMax: number; readonly max: number };

type RequestQueueOptions = QueueBounds & {
  /** Responses that are made at the same time. */
  readonly slots: number;
  /** Requests that the pages process has at the same time, those included that wait for the database. */
  readonly inFlightMax: number;
};

/**
 * A queued request. `start` is called when it is its turn, and resolves when the pages process is done with it; `leaveSlot` lets
 * the next one start before.
 */
type Job = {
  readonly client: string;
  readonly response: ServerResponse;
  readonly start: (leaveSlot: () => void) => Promise<void>;
};

/** Has a few requests served at a time and queues the rest, with clients in turn. */
export class RequestQueue {
  readonly #options: RequestQueueOptions;
  readonly #queue: FairQueue<Job>;
  /** For each queued response, the function that removes it from the queue. */
  readonly #waiting = new Map<ServerResponse, () => void>();
  /** Those that have a slot. */
  readonly #running = new Set<Job>();
  #inFlight = 0;

  constructor(options: RequestQueueOptions) {
    this.#options = options;
    this.#queue = new FairQueue(options);
  }

  isWaiting(response: ServerResponse): boolean {
    return this.#waiting.has(response);
  }

  add(job: Job): void {
    const { response } = job;
    const { socket } = response.req;
    let { client } = job;
    const leave = () => {
      this.#stopWaiting(response);
      this.#queue.delete(client, job);
    };
    // Closing only the sending side does not end the wait: the client still expects a response (contract rule 6). But most
    // that do have closed both, which shows only once they are sent something: they have every second turn of their client.
    const yieldTurn = () => {
      this.#queue.delete(client, job);
      client += ' has ended';
      this.#refuse(this.#queue.add(client, job));
    };
    response.once('close', leave);
    socket.once('end', yieldTurn);
    // On a slow machine 512 pages take longer than a connection may be without traffic.
    const { timeout = 0 } = socket;
    socket.setTimeout(0);
    this.#waiting.set(response, () => {
      response.off('close', leave);
      socket.off('end', yieldTurn);
      socket.setTimeout(timeout);
    });
    this.#refuse(this.#queue.add(client, job));
    this.#startMore();
  }

  #refuse(refused: Job | null): void {
    if (refused === null) return;
    this.#stopWaiting(refused.response);
    sendUnavailable(refused.response, 'busy');
  }

  /** To be called when all that have a slot wait for the database or another service. */
  releaseSlots(): void {
    this.#running.clear();
    this.#startMore();
  }

  #stopWaiting(response: ServerResponse): void {
    this.#waiting.get(response)?.();
    this.#waiting.delete(response);
  }

  #startMore(): void {
    const { slots, inFlightMax } = this.#options;
    while (this.#running.size < slots && this.#inFlight < inFlightMax) {
      const job = this.#queue.next();
      if (job === undefined) return;
      this.#run(job);
    }
  }

  #run(job: Job): void {
    this.#stopWaiting(job.response);
    this.#running.add(job);
    this.#inFlight++;
    const leaveSlot = () => {
      this.#running.delete(job);
      this.#startMore();
    };
    void job.start(leaveSlot).finally(() => {
      this.#inFlight--;
      leaveSlot();
    });
  }
}

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
