import type { ServerResponse } from 'node:http';

/** A page that takes longer waits for the database or another service, and does not block the event loop. */
const RENDER_MS_MAX = 250;

/**
 * Calls `done` once the response no longer uses the event loop: `end()` was called, the client left or stopped
 * reading, or RENDER_MS_MAX have passed.
 */
export function whenServed(response: ServerResponse, done: () => void): void {
  const finish = () => {
    clearTimeout(timer);
    response.off('close', finish);
    if (isDone) return;
    isDone = true;
    done();
  };
  let isDone = false;
  const timer = setTimeout(finish, RENDER_MS_MAX);
  response.once('close', finish);
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  response.end = (...given: unknown[]) => {
    const ended = end(...given);
    finish();
    return ended;
  };
  const write = response.write.bind(response) as (...given: unknown[]) => boolean;
  response.write = (...given: unknown[]) => {
    const isMoreWanted = write(...given);
    // Data that the system accepts at once is reported only in the next turn.
    if (!isMoreWanted && !isDone) setImmediate(() => response.writableNeedDrain && finish());
    return isMoreWanted;
  };
}
