/** Rows per statement: SQLite takes 32 766 parameters. */
const ROWS_AT_ONCE = 1_000;

/** Runs statements for as many rows at a time as both databases take, and returns all results. */
export async function inChunks<T, R>(
  all: readonly T[],
  run: (some: T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
    results.push(...(await run(all.slice(from, from + ROWS_AT_ONCE))));
  }
  return results;
}
