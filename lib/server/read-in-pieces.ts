import type { Socket } from 'node:net';

const ignore = () => {};

/**
 * Passes a socket's bytes to its listeners in pieces of at most `bytesMax()`, and only while `isOpen()`; otherwise
 * reading is paused. Returns a function to call when `isOpen()` becomes true again.
 */
export function readInPieces(socket: Socket, isOpen: () => boolean, bytesMax: () => number): () => void {
  const read = socket._read.bind(socket);
  const push = socket.push.bind(socket);
  let rest: Buffer | null = null;
  const pushNext = () => {
    if (rest === null || !isOpen()) return;
    const size = bytesMax();
    const piece = rest.subarray(0, size);
    rest = rest.length > size ? rest.subarray(size) : null;
    push(piece);
  };
  // A socket calls `push` with received data, and goes on reading if `push` returns true or `_read` is called.
  socket.push = (chunk: Buffer | null) => {
    if (rest === null && (chunk === null || (chunk.length <= bytesMax() && isOpen()))) return push(chunk);
    if (chunk !== null) rest = rest === null ? chunk : Buffer.concat([rest, chunk]);
    pushNext();
    return false;
  };
  socket._read = (size) => (rest === null ? read(size) : pushNext());
  // Adding a `data` listener makes Node's HTTP parser read through `push` instead of from the system directly.
  socket.on('data', ignore).off('data', ignore);
  return pushNext;
}
