/** Times of last use are written this often, and when the store closes (contract section 7: accurate to a minute). */
const FLUSH_EVERY_MS = 20_000;

/** Remembers when keys were last used, and writes that now and then: off the hot path. */
export class KeyUses {
  readonly #lastUse = new Map<string, number>();
  readonly #write: (uses: readonly (readonly [keyId: string, atMs: number])[]) => Promise<void>;
  readonly #timer: NodeJS.Timeout;

  constructor(write: (uses: readonly (readonly [keyId: string, atMs: number])[]) => Promise<void>) {
    this.#write = write;
    // A write that fails is tried again with the next: the uses stay remembered.
    this.#timer = setInterval(() => void this.flush().catch(() => {}), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  note(keyId: string, atMs: number): void {
    this.#lastUse.set(keyId, atMs);
  }

  async flush(): Promise<void> {
    if (this.#lastUse.size === 0) return;
    const uses = [...this.#lastUse];
    await this.#write(uses);
    for (const [keyId, atMs] of uses) {
      if (this.#lastUse.get(keyId) === atMs) this.#lastUse.delete(keyId);
    }
  }

  /** Stops the timer and writes what is left, if the database lets it. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush().catch(() => {});
  }
}
