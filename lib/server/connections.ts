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
 * Bounds a server's connections. When a new one would be too many, one that waits for its client is closed: of the
 * newcomers the oldest, or of the regulars, which have asked more than once, the one whose last request is longest ago.
 * Each kind has half of the places to itself, so that neither keeps the other out. A connection whose request is being
 * answered is never chosen.
 */
export class Connections {
  /** How many were taken so far. */
  accepted = 0;
  readonly #max: number;
  /** With the answer to their first request, oldest connection first. */
  readonly #newcomers = new Map<Socket, ServerResponse | null>();
  /** With the answer to their last request, longest ago first. */
  readonly #regulars = new Map<Socket, ServerResponse>();

  constructor(server: Server, max: number) {
    this.#max = max;
    server.on('connection', (socket) => this.#add(socket));
  }

  /** To be told of each request on the server. Returns the answer to the one before it on its connection. */
  onRequest(response: ServerResponse): ServerResponse | null {
    const { socket } = response.req;
    const former = this.#newcomers.get(socket) ?? this.#regulars.get(socket) ?? null;
    // One that is closed is no longer counted.
    if (former === null) {
      if (this.#newcomers.has(socket)) this.#newcomers.set(socket, response);
    } else {
      this.#newcomers.delete(socket);
      // Moves to the end.
      this.#regulars.delete(socket);
      this.#regulars.set(socket, response);
    }
    return former;
  }

  /** Closes those over which nothing was ever sent. */
  closeUnused(): void {
    for (const socket of this.#newcomers.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  #add(socket: Socket): void {
    this.accepted++;
    this.#newcomers.set(socket, null);
    socket.once('close', () => {
      this.#newcomers.delete(socket);
      this.#regulars.delete(socket);
    });
    if (this.#newcomers.size + this.#regulars.size <= this.#max) return;
    const newcomer = firstWaiting(this.#newcomers);
    const chosen =
      this.#newcomers.size > this.#max / 2 ? newcomer : (firstWaiting(this.#regulars) ?? newcomer);
    chosen?.destroy();
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
