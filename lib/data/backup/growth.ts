import { statSync } from 'node:fs';
import type { Progress } from '@/lib/ports/progress';
import type { Database } from '../sqlite/driver.mjs';

const LOOK_EVERY_MS = 200;

export const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Reports how far a file has grown towards `total` bytes, until `written` settles. */
export async function watchGrowth<R>(
  file: string,
  total: number,
  [what, progress]: readonly [what: string, progress: Progress],
  written: Promise<R>,
): Promise<R> {
  const show = () => progress(what, megabytes(sizeOf(file)), megabytes(total), 'MB');
  show();
  const timer = setInterval(show, LOOK_EVERY_MS);
  try {
    return await written;
  } finally {
    clearInterval(timer);
  }
}

/** The size of a database without its unused pages. */
export function usedBytes(database: Database): number {
  const [pages, unused, bytes] = ['page_count', 'freelist_count', 'page_size'].map((name) =>
    Number(database.pragma(name, { simple: true })),
  );
  return ((pages ?? 0) - (unused ?? 0)) * (bytes ?? 0);
}
