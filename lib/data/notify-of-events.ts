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
