/** How often one row is warned of. */
const EVERY_MS = 60_000;
/** Beyond this many, the first ones are warned of again. */
const ROWS_MAX = 1_000;

const warnedAtMs = new Map<string, number>();

/**
 * Warns of a row that is left out because it cannot be read or written, once a minute each. `text` must hold nothing that
 * the row contains.
 */
export function warnOfRow(table: string, id: unknown, text: string): void {
  const row = `${table} ${typeof id === 'string' && /^[\w.-]{1,100}$/.test(id) ? id : '(no valid id)'}`;
  const nowMs = performance.now();
  if (nowMs < (warnedAtMs.get(row) ?? Number.NEGATIVE_INFINITY) + EVERY_MS) return;
  warnedAtMs.delete(row);
  warnedAtMs.set(row, nowMs);
  const [first] = warnedAtMs.keys();
  if (warnedAtMs.size > ROWS_MAX && first !== undefined) warnedAtMs.delete(first);
  process.emitWarning(`The row ${row} ${text}`);
}
