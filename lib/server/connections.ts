import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Pipeline } from './pipeline';

/**
 * Descriptors for the listening socket, pipes and files: about 30 when idle, plus the files that pages are read from.
 */
const OWN_DESCRIPTORS = 40;

/** Bounds memory where the descriptor limit is very high: an idle connection takes about 10 kB. */
const CONNECTIONS_MAX = 16_384;
const CONNECTIONS_MIN = 4;

/** The most connections that the process's descriptor limit allows, next to its files and `databaseConnections`. */
export function connectionsMax(databaseConnections: number): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  // A number, `unlimited`, or undefined on Windows.
  const descriptors = Number(report.userLimits?.open_files?.soft);
  const left = (Number.isNaN(descriptors) ? Infinity : descriptors) - OWN_DESCRIPTORS - databaseConnections;
  return Math.min(CONNECTIONS_MAX, Math.max(CONNECTIONS_MIN, left));
}

/**
 * Limits a server's connections and serves the requests of each in order. Connections fall into three groups: no
 * request yet, one request, several requests. When there are too many, one of the largest group is evicted: the least
 * recently active that waits for its client, else for the render limiter. So no group can crowd out another. A
 * connection whose response is being made is never evicted.
 */
export class Connections {
  /** Connections accepted since the start. */
  accepted = 0;
  readonly #max: number;
  readonly #serve: RequestListener;
  readonly #isWaiting: (response: ServerResponse) => boolean;
  /** Groups by number of requests (0, 1, 2 or more), each ordered from least to most recently active. */
  readonly #kinds = [
    new Map<Socket, Pipeline>(),
    new Map<Socket, Pipeline>(),
    new Map<Socket, Pipeline>(),
  ] as const;

  /** `isWaiting` tells whether a response still waits for the render limiter. */
  constructor(
    server: Server,
    max: number,
    serve: RequestListener,
    isWaiting: (response: ServerResponse) => boolean,
  ) {
    this.#max = max;
    this.#serve = serve;
    this.#isWaiting = isWaiting;
    server.on('connection', (socket) => this.#add(socket));
    server.on('clientError', (error, socket) => this.#pipelineOf(socket as Socket)?.refuse(error));
  }

  /** Handles the server's `request` event. */
  readonly onRequest: RequestListener = ({ socket }, response) => {
    const [unasked, once, often] = this.#kinds;
    const pipeline = this.#pipelineOf(socket);
    // The connection has been closed: there is nobody to respond to.
    if (pipeline === undefined) return;
    const isFirst = unasked.delete(socket);
    once.delete(socket);
    // Deleted first, so that it is inserted again at the end.
    often.delete(socket);
    (isFirst ? once : often).set(socket, pipeline);
    pipeline.add(response);
  };

  /** Closes connections that have not received a single byte. */
  closeUnused(): void {
    for (const socket of this.#kinds[0].keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  #pipelineOf(socket: Socket): Pipeline | undefined {
    const [unasked, once, often] = this.#kinds;
    return often.get(socket) ?? once.get(socket) ?? unasked.get(socket);
  }

  #add(socket: Socket): void {
    this.accepted++;
    this.#kinds[0].set(socket, new Pipeline(socket, this.#serve));
    socket.once('close', () => {
      for (const kind of this.#kinds) kind.delete(socket);
    });
    const count = this.#kinds.reduce((sum, { size }) => sum + size, 0);
    if (count > this.#max) this.#evict();
  }

  #evict(): void {
    for (const kind of [...this.#kinds].sort((a, b) => b.size - a.size)) {
      for (const isEvictable of [isClientsTurn, this.#isWaiting]) {
        for (const [socket, { current }] of kind) {
          const isChosen = current === undefined ? isEvictable === isClientsTurn : isEvictable(current);
          if (isChosen && !socket.destroyed) return void socket.destroy();
        }
      }
    }
  }
}

/** Whether the server waits for the client: for the rest of the request, or to read the response. */
const isClientsTurn = (response: ServerResponse) =>
  !response.req.complete || response.writableEnded || response.writableNeedDrain;
