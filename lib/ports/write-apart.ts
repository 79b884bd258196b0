import { isDatabaseUnavailable } from './storage-unavailable';

/** An item that the database refuses even alone. */
export type Refused<T> = { readonly item: T; readonly error: unknown };

/**
 * Writes items together, in one transaction. If the database refuses that, each half is written by itself, and so on: an
 * item that can never be stored stops no other. Rejects if the database is unavailable, which says nothing of an item.
 */
export async function writeApart<T>(
  items: readonly T[],
  write: (some: readonly T[]) => Promise<unknown>,
): Promise<Refused<T>[]> {
  if (items.length === 0) return [];
  try {
    await write(items);
    return [];
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    const [only] = items;
    if (items.length === 1 && only !== undefined) return [{ item: only, error }];
    const half = Math.ceil(items.length / 2);
    const refused = await writeApart(items.slice(0, half), write);
    return [...refused, ...(await writeApart(items.slice(half), write))];
  }
}
