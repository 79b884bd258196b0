import { BotmeterClient } from '@/lib/client/client';
import { HOST, type Host } from '@/lib/client/host';
import { seeded } from '@/tests/support/random';

type Timer = { readonly atMs: number; readonly order: number; readonly call: () => void };

/** A monotonic clock that only `advance` moves; promises settle between any two timers. */
export class VirtualTime {
  nowMs: number;
  /** The delay of the longest timer that was ever set. */
  longestMs = 0;
  readonly #timers = new Map<number, Timer>();
  #order = 0;

  constructor(startMs = 0) {
    this.nowMs = startMs;
  }

  setTimer(call: () => void, delayMs: number): number {
    this.longestMs = Math.max(this.longestMs, delayMs);
    this.#order += 1;
    this.#timers.set(this.#order, { atMs: this.nowMs + Math.max(0, delayMs), order: this.#order, call });
    return this.#order;
  }

  clearTimer(timer: unknown): void {
    this.#timers.delete(timer as number);
  }

  get timers(): number {
    return this.#timers.size;
  }

  /** Fires all timers up to `byMs` from now, in order. */
  async advance(byMs: number): Promise<void> {
    const endMs = this.nowMs + byMs;
    await settle();
    for (let next = this.#next(); next && next.atMs <= endMs; next = this.#next()) {
      this.nowMs = Math.max(this.nowMs, next.atMs);
      this.#timers.delete(next.order);
      next.call();
      await settle();
    }
    this.nowMs = endMs;
  }

  #next(): Timer | null {
    let next: Timer | null = null;
    for (const timer of this.#timers.values()) {
      if (next === null || timer.atMs < next.atMs) next = timer;
    }
    return next;
  }
}

/** Waits until every promise that needs no timer and no network has settled. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

export const KEY = `btm_${'Ab0'.repeat(12)}Zz`;
export const BOT_ID = '1234567890123456789';

/** A client on virtual time. `fetch` is the real one unless given. */
export function clientOn(
  time: VirtualTime,
  {
    baseUrl = 'http://service.test',
    apiKey = KEY,
    botId = BOT_ID,
    random = seeded(1),
    ...host
  }: Partial<Host & { baseUrl: string; apiKey: string; botId: string }> = {},
): BotmeterClient {
  const options = {
    baseUrl,
    apiKey,
    botId,
    [HOST]: {
      nowMs: () => time.nowMs,
      setTimer: (call, delayMs) => time.setTimer(call, delayMs),
      clearTimer: (timer) => time.clearTimer(timer),
      fetch: (url, init) => fetch(url, init),
      random,
      warn: () => {},
      requestTimeoutMs: 10_000,
      collectTimeoutMs: 15_000,
      ...host,
    } satisfies Host,
  };
  return new BotmeterClient(options);
}
