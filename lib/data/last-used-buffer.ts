/** How often times of last use are written, besides on close (contract section 7: accurate to a minute). */
const FLUSH_EVERY_MS = 20_000;

/** Buffers when keys were last used and writes it periodically, off the hot path. */
export class LastUsedBuffer {
  readonly #lastUse = new Map<string, number>();
  readonly #write: (uses: readonly (readonly [keyId: string, atMs: number])[]) => Promise<void>;
  readonly #timer: NodeJS.Timeout;

  constructor(write: (uses: readonly (readonly [keyId: string, atMs: number])[]) => Promise<void>) {
    this.#write = write;
    // After a failed write the times stay buffered for the next one.
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

  /** Stops the timer and tries to write the rest. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush().catch(() => {});
  }
}
