import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Files, pipes and the listening socket: about thirty while nothing happens, and the files that pages are read from. */
const OWN_DESCRIPTORS = 40;

/** Idle connections cost memory too (about 10 kB), so the process's limit on descriptors is not the only one. */
const CONNECTIONS_MAX = 16_384;
const CONNECTIONS_MIN = 4;

/** How many connections this process can hold beside its own files and `databaseConnections`. */
export function connectionsMax(databaseConnections: number): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  // A number, `unlimited`, or nothing at all on Windows.
  const descriptors = Number(report.userLimits?.open_files?.soft);
  const left = (Number.isNaN(descriptors) ? Infinity : descriptors) - OWN_DESCRIPTORS - databaseConnections;
  return Math.min(CONNECTIONS_MAX, Math.max(CONNECTIONS_MIN, left));
}

/**
 * Bounds a server's connections. They are of three kinds: which have asked for nothing yet, once, and more often. When
 * a new one would be too many, one that waits for its client is closed: of the most numerous kind, the one that came
 * or asked longest ago. So each kind has a third of the places to itself, and none keeps the others out. A connection
 * whose request is being answered is never chosen.
 */
export class Connections {
  /** How many were taken so far. */
  accepted = 0;
  readonly #max: number;
  /** By the number of requests (the last: two or more), with the answer to the last one; longest ago first. */
  readonly #kinds = [
    new Map<Socket, null>(),
    new Map<Socket, ServerResponse>(),
    new Map<Socket, ServerResponse>(),
  ] as const;

  constructor(server: Server, max: number) {
    this.#max = max;
    server.on('connection', (socket) => this.#add(socket));
  }

  /** To be told of each request on the server. Returns the answer to the one before it on its connection. */
  onRequest(response: ServerResponse): ServerResponse | null {
    const { socket } = response.req;
    const [unasked, once, often] = this.#kinds;
    const former = once.get(socket) ?? often.get(socket) ?? null;
    if (former !== null) {
      once.delete(socket);
      // Moves to the end.
      often.delete(socket);
      often.set(socket, response);
    } else if (unasked.delete(socket)) once.set(socket, response);
    // One that is closed is no longer counted.
    return former;
  }

  /** Closes those over which nothing was ever sent. */
  closeUnused(): void {
    for (const socket of this.#kinds[0].keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  #add(socket: Socket): void {
    this.accepted++;
    this.#kinds[0].set(socket, null);
    socket.once('close', () => {
      for (const kind of this.#kinds) kind.delete(socket);
    });
    const count = this.#kinds.reduce((sum, { size }) => sum + size, 0);
    if (count > this.#max) this.#closeOne();
  }

  #closeOne(): void {
    for (const kind of [...this.#kinds].sort((a, b) => b.size - a.size)) {
      const chosen = firstWaiting(kind);
      if (chosen !== undefined) return void chosen.destroy();
    }
  }
}

/** The first for which it is the client's turn: to send (the rest of) a request, or to read its answer. */
function firstWaiting(sockets: ReadonlyMap<Socket, ServerResponse | null>): Socket | undefined {
  for (const [socket, response] of sockets) {
    const isWaiting =
      response === null || !response.req.complete || response.writableEnded || response.writableNeedDrain;
    if (isWaiting && !socket.destroyed) return socket;
  }
}
