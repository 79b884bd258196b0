import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What clients have not read yet of all responses together, in bytes. */
const UNREAD_BYTES_MAX = 32 * 2 ** 20;
/** How long a client may read nothing of a response. */
const STALLED_MS = 10_000;
const CHECKED_EVERY_MS = 1_000;

type Options = {
  readonly bytesMax?: number;
  /** Milliseconds. */
  readonly clock?: () => number;
};

/** Bytes in memory, those of them that the system has not accepted yet, and when that number last became smaller. */
type Unread = { bytes: number; queued: number; progressedAtMs: number };

/**
 * Bounds the memory that responses take which are complete and not read: when they are too many bytes together, the
 * connection is closed that has been without progress for longest; and any after STALLED_MS without progress.
 */
export class UnreadResponses {
  readonly #bytesMax: number;
  readonly #clock: () => number;
  readonly #unread = new Map<Socket, Unread>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ bytesMax = UNREAD_BYTES_MAX, clock = () => performance.now() }: Options = {}) {
    this.#bytesMax = bytesMax;
    this.#clock = clock;
  }

  /** To be called with each response before it is made. */
  watch(response: ServerResponse): void {
    const { socket } = response.req;
    // Emitted when the socket has got the last byte, and has tried to pass all on to the system.
    response.once('prefinish', () => this.#add(socket));
  }

  /** Looks for progress, and closes connections without any for too long. Called by itself while bytes are unread. */
  check(): void {
    const nowMs = this.#clock();
    for (const [socket, unread] of this.#unread) {
      const { bytes, queued } = unreadOf(socket);
      if (bytes === 0) {
        this.#unread.delete(socket);
        continue;
      }
      if (queued < unread.queued) unread.progressedAtMs = nowMs;
      unread.bytes = bytes;
      unread.queued = queued;
      if (nowMs - unread.progressedAtMs >= STALLED_MS) this.#close(socket);
    }
    if (this.#unread.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #add(socket: Socket): void {
    const { bytes, queued } = unreadOf(socket);
    if (bytes === 0) return;
    const nowMs = this.#clock();
    const known = this.#unread.get(socket);
    this.#unread.set(socket, { bytes, queued, progressedAtMs: known?.progressedAtMs ?? nowMs });
    this.#timer ??= setInterval(() => this.check(), CHECKED_EVERY_MS).unref();
    this.#makeRoom();
  }

  #makeRoom(): void {
    let sum = 0;
    for (const { bytes } of this.#unread.values()) sum += bytes;
    if (sum <= this.#bytesMax) return;
    this.check();
    const oldestFirst = [...this.#unread].sort(([, a], [, b]) => a.progressedAtMs - b.progressedAtMs);
    let left = oldestFirst.reduce((total, [, { bytes }]) => total + bytes, 0);
    for (const [socket, { bytes }] of oldestFirst) {
      if (left <= this.#bytesMax) return;
      left -= bytes;
      this.#close(socket);
    }
  }

  #close(socket: Socket): void {
    this.#unread.delete(socket);
    socket.destroy();
  }
}

/**
 * A socket keeps a chunk in memory, and counts it as unwritten, until all of it is written. So progress is read where
 * Node's own time-out of sockets reads it: from the handle's queue.
 */
function unreadOf(socket: Socket): { bytes: number; queued: number } {
  const bytes = socket.destroyed ? 0 : socket.writableLength;
  const { _handle: handle } = socket as Socket & { _handle?: { readonly writeQueueSize?: number } | null };
  return { bytes, queued: handle?.writeQueueSize || bytes };
}
