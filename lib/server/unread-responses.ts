import type { ServerResponse } from 'node:http';

/** What clients have not read yet of an instance's responses, together. */
const UNREAD_BYTES_MAX = 32 * 2 ** 20;
/** A client that reads nothing for this long is closed. */
const STALLED_MS = 10_000;
const CHECKED_EVERY_MS = 1_000;
/** Shorter responses are sent at once: the system's buffers usually take them. */
const SHORT_BYTES = 8_192;
const PIECE_BYTES = 65_536;

type Unread = { readonly bytes: number; progressAtMs: number };

/**
 * Sends long responses piece by piece, as fast as their clients read them, and bounds what is kept for those that do not:
 * when it is too much, the one longest without progress is closed, and any after STALLED_MS.
 */
export class UnreadResponses {
  readonly #clock: () => number;
  /** The one longest without progress first. */
  readonly #unread = new Map<ServerResponse, Unread>();
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `clock` returns milliseconds. */
  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** What is kept, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** To be called before anything is sent. */
  watch(response: ServerResponse): void {
    const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
    response.end = (...given: unknown[]) => {
      const [body] = given;
      const isShort =
        (typeof body !== 'string' && !(body instanceof Uint8Array)) || body.length < SHORT_BYTES;
      if (isShort || response.req.method === 'HEAD') return end(...given);
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      this.#keep(response, bytes.byteLength);
      this.#send(response, bytes, 0, end);
      return response;
    };
  }

  #keep(response: ServerResponse, bytes: number): void {
    this.#unread.set(response, { bytes, progressAtMs: this.#clock() });
    this.#bytes += bytes;
    response.once('close', () => this.#forget(response));
    this.#timer ??= setInterval(() => this.#closeStalled(), CHECKED_EVERY_MS).unref();
    for (const [oldest] of this.#unread) {
      if (this.#bytes <= UNREAD_BYTES_MAX || oldest === response) break;
      this.#close(oldest);
    }
  }

  #send(response: ServerResponse, bytes: Uint8Array, from: number, end: (body: Uint8Array) => unknown): void {
    if (response.destroyed) return;
    const unread = this.#unread.get(response);
    if (unread !== undefined && from > 0) {
      unread.progressAtMs = this.#clock();
      this.#unread.delete(response);
      this.#unread.set(response, unread);
    }
    const untilEnd = from + PIECE_BYTES;
    if (untilEnd >= bytes.byteLength) return void end(bytes.subarray(from));
    const goOn = () => this.#send(response, bytes, untilEnd, end);
    if (response.write(bytes.subarray(from, untilEnd))) setImmediate(goOn);
    else response.once('drain', goOn);
  }

  /** Which of them have not progressed for too long. */
  #closeStalled(): void {
    const untilMs = this.#clock() - STALLED_MS;
    for (const [response, { progressAtMs }] of this.#unread) {
      if (progressAtMs > untilMs) break;
      this.#close(response);
    }
  }

  #close(response: ServerResponse): void {
    this.#forget(response);
    // A response does not end its connection while the system's buffer is full.
    response.socket?.destroy();
    response.destroy();
  }

  #forget(response: ServerResponse): void {
    const unread = this.#unread.get(response);
    if (unread === undefined) return;
    this.#unread.delete(response);
    this.#bytes -= unread.bytes;
    if (this.#unread.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
