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
 * Bounds a server's connections. When a new one would be too many, one that waits for its client is closed: of those
 * that never made a request the oldest, or of the others the one whose last request is longest ago. Each kind has half
 * of the places to itself, so that neither idle nor silent connections keep the other kind out. A connection whose
 * request is being answered is never chosen.
 */
export class Connections {
  readonly #max: number;
  /** Those that have made no request yet, oldest first. */
  readonly #silent = new Set<Socket>();
  /** The others with their last answer, longest ago first. */
  readonly #clients = new Map<Socket, ServerResponse>();

  constructor(server: Server, max: number) {
    this.#max = max;
    server.on('connection', (socket) => this.#add(socket));
  }

  /** To be told of each request on the server. Returns the answer to the one before it on its connection. */
  onRequest(response: ServerResponse): ServerResponse | undefined {
    const { socket } = response.req;
    const former = this.#clients.get(socket);
    // One that is closed is no longer counted.
    if (this.#silent.delete(socket) || this.#clients.delete(socket)) this.#clients.set(socket, response);
    return former;
  }

  /** Closes those over which nothing was ever sent. */
  closeUnused(): void {
    for (const socket of this.#silent) if (socket.bytesRead === 0) socket.destroy();
  }

  #add(socket: Socket): void {
    this.#silent.add(socket);
    socket.once('close', () => {
      this.#silent.delete(socket);
      this.#clients.delete(socket);
    });
    if (this.#silent.size + this.#clients.size <= this.#max) return;
    const [oldestSilent] = this.#silent;
    const idlest = this.#idlestClient();
    const chosen = this.#silent.size > this.#max / 2 ? oldestSilent : (idlest ?? oldestSilent);
    chosen?.destroy();
  }

  #idlestClient(): Socket | undefined {
    for (const [socket, response] of this.#clients) if (waitsForClient(response)) return socket;
  }
}

/** Whether it is the client's turn: to send the rest of its request, to read its answer, or to ask anew. */
function waitsForClient(response: ServerResponse): boolean {
  return !response.req.complete || response.writableEnded || response.writableNeedDrain;
}
