const REASON_LENGTH_MAX = 200;

/** The message of a value thrown by other code. The value may be anything; this never throws. */
export function reasonOf(thrown: unknown): string {
  try {
    const message = thrown instanceof Error ? thrown.message : thrown;
    if (typeof message === 'string' && message !== '') return message.slice(0, REASON_LENGTH_MAX);
  } catch {}
  return 'no reason given';
}
