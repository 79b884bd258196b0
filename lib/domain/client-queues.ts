/** One queue per client, oldest item first; clients take turns. An item is in at most one queue. */
export class ClientQueues<Item> {
  readonly #queues = new Map<string, Set<Item>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  lengthOf(client: string): number {
    return this.#queues.get(client)?.size ?? 0;
  }

  add(client: string, item: Item): void {
    const queue = this.#queues.get(client);
    if (queue === undefined) this.#queues.set(client, new Set([item]));
    else queue.add(item);
    this.#size++;
  }

  /** Does nothing if the item is not queued. */
  delete(client: string, item: Item): void {
    const queue = this.#queues.get(client);
    if (queue?.delete(item) !== true) return;
    this.#size--;
    if (queue.size === 0) this.#queues.delete(client);
  }

  /** Removes and returns the oldest item of the next client in turn. */
  next(): Item | undefined {
    for (const [client, queue] of this.#queues) {
      for (const item of queue) {
        this.delete(client, item);
        // Moves the client to the end of the order.
        if (this.#queues.delete(client)) this.#queues.set(client, queue);
        return item;
      }
    }
    return undefined;
  }

  /** The client with the most items, and its items. */
  longest(): { readonly client: string; readonly items: ReadonlySet<Item> } | undefined {
    let found: { client: string; items: Set<Item> } | undefined;
    for (const [client, items] of this.#queues) {
      if (found === undefined || items.size > found.items.size) found = { client, items };
    }
    return found;
  }
}
