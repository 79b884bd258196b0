import type { Socket } from 'node:net';

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
export function readInPieces(socket: Socket, { isOpen, bytesMax, isWatching, onEnd }: Reading): () => void {
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
