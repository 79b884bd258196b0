import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Hold } from '@/lib/ports/ports';
import { Pipeline } from './pipeline';

/** Descriptors for the listening socket, pipes and files: about 25 when idle. */
const OWN_DESCRIPTORS = 40;

/** Bounds memory where the descriptor limit is very high: an idle connection takes about 10 kB. */
const CONNECTIONS_MAX = 16_384;
const CONNECTIONS_MIN = 4;

/** Connections to the pages process at a time: each takes a descriptor. */
const PAGES_MAX = 64;

/** How many connections of clients, and how many to the pages process, the descriptor limit of this process allows. */
export function connectionLimits(databaseConnections: number): {
  readonly clients: number;
  readonly pages: number;
} {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  // A number, `unlimited`, or undefined on Windows.
  const descriptors = Number(report.userLimits?.open_files?.soft);
  const left = (Number.isNaN(descriptors) ? Infinity : descriptors) - OWN_DESCRIPTORS - databaseConnections;
  const pages = Math.max(2, Math.min(PAGES_MAX, Math.floor(left / 4)));
  return { clients: Math.min(CONNECTIONS_MAX, Math.max(CONNECTIONS_MIN, left - pages)), pages };
}

/** Few clients that misbehave let one connection live for so many requests. */
const MANY_REQUESTS = 16;

/**
 * Limits a server's connections and serves the requests of each in order. Connections are grouped by their number of
 * requests: none, one, a few, many. When there are too many, one of the largest group is evicted: the least recently
 * active that waits for its client or has further requests behind the one being served, else for a page's turn,
 * else whose response is held back, else that has just responded. So no group can crowd out another. A connection whose
 * only request is being served is never evicted.
 */
export class Connections {
  /** Connections accepted since the start. */
  accepted = 0;
  readonly #max: number;
  readonly #serve: RequestListener;
  readonly #clock: () => number;
  /** Reasons to evict a connection, the best first. */
  readonly #evictable: readonly ((pipeline: Pipeline) => boolean)[];
  readonly #pipelines = new Map<Socket, Pipeline>();
  /** Each ordered from least to most recently active. */
  readonly #groups = {
    none: new Set<Socket>(),
    one: new Set<Socket>(),
    few: new Set<Socket>(),
    many: new Set<Socket>(),
  };

  /** `isWaiting` tells whether a response still waits for its turn as a page; `clock` returns milliseconds. */
  constructor(
    server: Server,
    max: number,
    serve: RequestListener,
    isWaiting: (response: ServerResponse) => boolean,
    clock = () => performance.now(),
  ) {
    this.#max = max;
    this.#serve = serve;
    this.#clock = clock;
    this.#evictable = [
      // Together, so that a client that pauses is not evicted before older ones that pipeline.
      (pipeline) => (isClientsTurn(pipeline) && !pipeline.hasJustResponded) || pipeline.hasWaiting,
      ({ current }) => current !== undefined && isWaiting(current),
      ({ isHeld }) => isHeld,
      isClientsTurn,
    ];
    server.on('connection', (socket) => this.#add(socket));
    server.on('clientError', (error, socket) => this.#pipelines.get(socket as Socket)?.refuse(error));
  }

  /** The number of open connections. */
  get open(): number {
    return this.#pipelines.size;
  }

  /** Handles the server's `request` event. */
  readonly onRequest: RequestListener = ({ socket }, response) => {
    const pipeline = this.#pipelines.get(socket);
    // The connection has been closed: there is nobody to respond to.
    if (pipeline === undefined) return;
    this.#groupOf(pipeline).delete(socket);
    pipeline.add(response);
    this.#groupOf(pipeline).add(socket);
  };

  /** Holds back the response that is being made on a connection (see Pipeline.hold). */
  hold(socket: Socket): Hold {
    return this.#pipelines.get(socket)?.hold() ?? { signal: AbortSignal.abort(), end: () => {} };
  }

  /** Closes connections that have not received a single byte. */
  closeUnused(): void {
    for (const socket of this.#groups.none) if (socket.bytesRead === 0) socket.destroy();
  }

  #groupOf({ requests }: Pipeline): Set<Socket> {
    const { none, one, few, many } = this.#groups;
    if (requests < 2) return requests === 0 ? none : one;
    return requests < MANY_REQUESTS ? few : many;
  }

  #add(socket: Socket): void {
    this.accepted++;
    const pipeline = new Pipeline(socket, this.#serve, this.#clock);
    this.#pipelines.set(socket, pipeline);
    this.#groups.none.add(socket);
    socket.once('close', () => {
      this.#groupOf(pipeline).delete(socket);
      this.#pipelines.delete(socket);
    });
    if (this.open > this.#max) this.#evict();
  }

  #evict(): void {
    for (const group of Object.values(this.#groups).sort((a, b) => b.size - a.size)) {
      for (const isEvictable of this.#evictable) {
        for (const socket of group) {
          const pipeline = this.#pipelines.get(socket);
          if (pipeline !== undefined && isEvictable(pipeline) && !socket.destroyed)
            return void socket.destroy();
        }
      }
    }
  }
}

/** Whether the server waits for the client: for a request or the rest of one, or to read the response. */
const isClientsTurn = ({ current }: Pipeline) =>
  current === undefined || !current.req.complete || current.writableEnded || current.writableNeedDrain;
