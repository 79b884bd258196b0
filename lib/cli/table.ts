/** Rows in aligned columns under a heading, for people; the last column is as wide as it is. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}

export const isoOrNull = (atMs: number | null): string | null =>
  atMs === null ? null : new Date(atMs).toISOString();
