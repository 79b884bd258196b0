const REASON_LENGTH_MAX = 200;

/** What somebody else's code has thrown, in its own words; it may be anything and must not throw once more. */
export function reasonOf(thrown: unknown): string {
  try {
    const told = thrown instanceof Error ? thrown.message : thrown;
    if (typeof told === 'string' && told !== '') return told.slice(0, REASON_LENGTH_MAX);
  } catch {}
  return 'no reason given';
}
