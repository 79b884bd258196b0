import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Hold } from '@/lib/ports/ports';

/**
 * Bytes given to the HTTP parser at once; it turns all of them into requests: two or three usual ones, or 75 of the
 * shortest. The end of a body may be followed by requests too.
 */
const PIECE_BYTES = 2_048;
/** The same after a connection has pipelined requests: 18 of the shortest. */
const PIPELINED_PIECE_BYTES = 512;

/**
 * Bytes read of one body. Bodies over 64 KiB are refused; a client that sends a little more can keep its connection.
 */
const BODY_READ_MAX = 262_144;
/** How long a connection stays open after a response while the request's body is still arriving. */
const LATE_BODY_MS = 1_000;

/** After a response, the client's next request may be on its way for so long. */
const NEXT_REQUEST_MS = 50;

const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Statuses for the HTTP parser's error codes; all others are 400 (contract section 5). */
const PARSER_STATUS: Readonly<Record<string, number>> = {
  [TIMED_OUT]: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Serves the requests of one connection one at a time, in order: otherwise responses to pipelined requests would pile
 * up when the client does not read them. Other connections are served in between.
 */
export class Pipeline {
  /** Requests received so far. */
  requests = 0;
  readonly #socket: Socket;
  readonly #serve: RequestListener;
  readonly #clock: () => number;
  readonly #resumeReading: () => void;
  #hasPipelined = false;
  #respondedAt = Number.NEGATIVE_INFINITY;
  /** Whether the client has ended its sending side. */
  #hasEnded = false;
  #held: AbortController | undefined;
  /** Unfinished responses in order: the first is being made, the others wait. */
  readonly #unfinished: ServerResponse[] = [];
  /** The status to send after the parser failed; sent once all earlier requests have their response. */
  #refusal: string | undefined;
  /** The latest request, and the bytes read from the socket before it. */
  #newest: { readonly request: IncomingMessage; readonly bytesBefore: number } | undefined;

  /** `clock` returns milliseconds. */
  constructor(socket: Socket, serve: RequestListener, clock: () => number) {
    this.#socket = socket;
    this.#serve = serve;
    this.#clock = clock;
    this.#resumeReading = readInPieces(socket, {
      isOpen: () => this.#isOpen(),
      bytesMax: () => (this.#hasPipelined && !this.#isBodyComing() ? PIPELINED_PIECE_BYTES : PIECE_BYTES),
      isWatching: () => this.isHeld,
      onEnd: () => {
        this.#hasEnded = true;
        this.#held?.abort();
      },
    });
    const destroySoon = socket.destroySoon.bind(socket);
    // A client that is still sending would get a connection reset before it reads the response.
    socket.destroySoon = () => (this.#isBodyComing() ? void socket.end() : destroySoon());
  }

  /** The response being made, if any. */
  get current(): ServerResponse | undefined {
    return this.#unfinished[0];
  }

  /** Whether requests wait behind the current one. */
  get hasWaiting(): boolean {
    return this.#unfinished.length > 1;
  }

  /** Whether the client has just got a response: a connection closed now would reset its next request. */
  get hasJustResponded(): boolean {
    return this.current === undefined && this.#clock() - this.#respondedAt < NEXT_REQUEST_MS;
  }

  /** Whether the current response is held back. */
  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /**
   * Notes that the current response is held back. The signal is aborted when the connection closes or the client has
   * ended its sending side, which is read for even while requests wait.
   */
  hold(): Hold {
    const held = new AbortController();
    this.#held = held;
    if (this.#hasEnded || this.#socket.destroyed) held.abort();
    else this.#resumeReading();
    const end = () => {
      this.#held = undefined;
    };
    return { signal: held.signal, end };
  }

  /** Adds the response of a new request. */
  add(response: ServerResponse): void {
    this.requests++;
    this.#unfinished.push(response);
    if (this.hasWaiting) this.#hasPipelined = true;
    this.#newest = { request: response.req, bytesBefore: this.#socket.bytesRead };
    const declaredBytes = Number(response.req.headers['content-length'] ?? 0);
    if (declaredBytes > BODY_READ_MAX) response.setHeader('Connection', 'close');
    if (this.current === response) this.#begin(response);
  }

  /** Handles a parser error: responds after all earlier requests, then closes the connection. */
  refuse({ code = '' }: NodeJS.ErrnoException): void {
    // The timeout was ours: the rest of the request was late because reading was paused.
    if (this.#refusal !== undefined || (code === TIMED_OUT && !this.#isOpen())) return;
    const status = PARSER_STATUS[code] ?? 400;
    this.#refusal = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
    const last = this.#unfinished.at(-1);
    // The refusal becomes the response to the incomplete request, unless that has one already.
    if (last?.req.complete === false) {
      this.#unfinished.pop();
      if (last.headersSent) this.#refusal = '';
    }
    if (this.current === undefined) this.#close(this.#refusal);
  }

  /** Whether to read more from the socket. Not while requests wait: their bodies stay in the network. */
  #isOpen(): boolean {
    const isClosing = this.current?.writableEnded === true && !this.current.shouldKeepAlive;
    if (isClosing || !this.#socket.writable) return false;
    // Requests that survive two garbage collections move to the old generation; thousands of them fill the heap.
    if (this.#refusal !== undefined || this.hasWaiting) return false;
    return !this.#isBodyComing() || this.#bodyBytes() <= BODY_READ_MAX;
  }

  /** Whether a request's body is still arriving, even if its response is already sent. */
  #isBodyComing(): boolean {
    return this.#newest?.request.complete === false;
  }

  #bodyBytes(): number {
    return this.#socket.bytesRead - (this.#newest?.bytesBefore ?? 0);
  }

  #onClose(response: ServerResponse): void {
    if (this.current !== response) return;
    this.#held?.abort();
    this.#held = undefined;
    this.#unfinished.shift();
    this.#respondedAt = this.#clock();
    if (!response.req.complete) this.#closeUnlessComplete(response.req);
    const next = this.current;
    if (next !== undefined) setImmediate(() => this.#serveWaiting(next));
    else if (this.#refusal !== undefined) this.#close(this.#refusal);
    else this.#resumeReading();
  }

  #serveWaiting(response: ServerResponse): void {
    // A response with `Connection: close` ends the connection too: requests behind it are not served.
    if (!this.#socket.writable) return;
    this.#begin(response);
    this.#resumeReading();
  }

  /** The listener is added only now: one read can bring thousands of requests, and each listener takes memory. */
  #begin(response: ServerResponse): void {
    response.once('close', () => this.#onClose(response));
    this.#serve(response.req, response);
  }

  #closeUnlessComplete(request: IncomingMessage): void {
    setTimeout(() => {
      if (!request.complete) this.#socket.destroy();
    }, LATE_BODY_MS).unref();
  }

  #close(response: string): void {
    if (this.#socket.writable) this.#socket.write(response);
    this.#socket.destroy();
  }
}

const ignore = () => {};

/** Bytes read ahead at most while watching for the end of the client's sending side. */
const AHEAD_MAX_BYTES = 65_536;

type Reading = {
  /** Whether bytes may be passed on; otherwise reading is paused. */
  readonly isOpen: () => boolean;
  /** The most bytes to pass on at once. */
  readonly bytesMax: () => number;
  /** Whether to read ahead while paused: only then is the end seen. */
  readonly isWatching: () => boolean;
  /** Called when the client has ended its sending side. */
  readonly onEnd: () => void;
};

/**
 * Passes a socket's bytes to its listeners in pieces. Returns a function to call when `isOpen()` or `isWatching()`
 * becomes true.
 */
function readInPieces(socket: Socket, { isOpen, bytesMax, isWatching, onEnd }: Reading): () => void {
  const read = socket._read.bind(socket);
  const push = socket.push.bind(socket);
  let rest: Buffer | null = null;
  let hasEnded = false;
  const pushNext = () => {
    if (rest === null || !isOpen()) return;
    const size = bytesMax();
    const piece = rest.subarray(0, size);
    rest = rest.length > size ? rest.subarray(size) : null;
    push(piece);
    if (rest === null && hasEnded) push(null);
  };
  const isReadingAhead = () => isWatching() && !hasEnded && (rest?.length ?? 0) < AHEAD_MAX_BYTES;
  // A socket calls `push` with received data, and goes on reading if `push` returns true or `_read` is called.
  socket.push = (chunk: Buffer | null) => {
    if (chunk === null) {
      hasEnded = true;
      onEnd();
    }
    if (rest === null && (chunk === null || (chunk.length <= bytesMax() && isOpen()))) return push(chunk);
    if (chunk !== null) rest = rest === null ? chunk : Buffer.concat([rest, chunk]);
    pushNext();
    return isReadingAhead();
  };
  socket._read = (size) => (rest === null ? read(size) : pushNext());
  // Adding a `data` listener makes Node's HTTP parser read through `push` instead of from the system directly.
  socket.on('data', ignore).off('data', ignore);
  return () => {
    pushNext();
    if (isReadingAhead()) read(0);
  };
}
