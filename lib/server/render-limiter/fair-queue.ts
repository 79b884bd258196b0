import { ClientQueues } from '@/lib/domain/client-queues';

export type QueueBounds = { readonly perClientMax: number; readonly max: number };

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
