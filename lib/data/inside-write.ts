import { AsyncLocalStorage } from 'node:async_hooks';

type Running = { isOver: boolean };

const current = new AsyncLocalStorage<Running>();
let running = 0;

/**
 * Runs a directory write. Database calls inside it that would deadlock, or would not be part of its transaction, are
 * refused by refuseInsideWrite.
 */
export async function asWrite<R>(write: () => Promise<R>): Promise<R> {
  refuseInsideWrite();
  const self: Running = { isOver: false };
  running++;
  try {
    return await current.run(self, write);
  } finally {
    self.isOver = true;
    // Before Node 24 an enabled storage slows down every await of the process.
    if (--running === 0) current.disable();
  }
}

/** Throws if called inside a running directory write. */
export function refuseInsideWrite(): void {
  if (current.getStore()?.isOver === false) {
    throw new Error('A write called the database outside of its own transaction.');
  }
}

/** Runs `write`, and calls `onEvents` after its commit if it stored events; `noteEvent` is what notes that. */
export async function notifyOfEvents<R>(
  onEvents: () => void,
  write: (noteEvent: () => void) => Promise<R>,
): Promise<R> {
  let hasEvents = false;
  const noteEvent = () => {
    hasEvents = true;
  };
  const result = await write(noteEvent);
  if (hasEvents) onEvents();
  return result;
}
