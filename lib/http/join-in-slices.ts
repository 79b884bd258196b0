import { setImmediate } from 'node:timers/promises';

/** Takes one to three milliseconds, in which no call is served. */
const SLICE = 1_000;

/** Joins the texts of items; the event loop runs between slices, as a year of points is more than a megabyte. */
export async function joinInSlices<Item>(
  items: readonly Item[],
  toText: (item: Item) => string,
  separator: string,
): Promise<string> {
  const slices: string[] = [];
  for (let from = 0; from < items.length; from += SLICE) {
    if (from > 0) await setImmediate();
    slices.push(
      items
        .slice(from, from + SLICE)
        .map(toText)
        .join(separator),
    );
  }
  return slices.join(separator);
}
