import { isoTime } from '@/lib/domain/iso-time';

/** Formats rows as aligned columns with a heading; the last column is not padded. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [heading, ...rows];
  const widths = heading.map((_, column) =>
    all.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  return all
    .map((row) =>
      row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}

export const isoOrNull = (atMs: number | null): string | null => (atMs === null ? null : isoTime(atMs));
