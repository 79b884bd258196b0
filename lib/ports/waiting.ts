/** Rows that wait to be handled, and when the first of them is or was due; `null` if none waits. */
export type Waiting = { readonly count: number; readonly oldestDueAtMs: number | null };
