import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A service renews its marker this often. */
export const RENEWED_EVERY_MS = 5_000;
/** A marker older than this is of a service that was killed. */
const LIVE_MS = 20_000;

/** What the file beside a database says: which process serves it, which file that is, and in which folder. */
type Marker = { readonly pid: number; readonly file: string; readonly folder: string | null };

const markerPath = (file: string): string => `${file}-service`;

/** Device and inode of the file at a path; `null` if there is none. */
export function identityOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev} ${stats.ino}`;
}

/** Notes beside the database that this process serves the file of this identity. */
export function writeMarker(file: string, identity: string): void {
  const marker: Marker = { pid: process.pid, file: identity, folder: identityOf(dirname(file)) };
  writeFileSync(markerPath(file), `${JSON.stringify(marker)}\n`, { mode: 0o600 });
}

/** Shows that the service still runs; writes the marker anew if another process removed it. */
export function renewMarker(file: string, identity: string): void {
  const now = new Date();
  if (readMarker(file) === null) writeMarker(file, identity);
  else utimesSync(markerPath(file), now, now);
}

/** Removes the marker of this process; another process's stays. */
export function removeMarker(file: string): void {
  if (readMarker(file)?.pid === process.pid) rmSync(markerPath(file), { force: true });
}

/** Throws if a running service has another file open than the one that is at this path now. */
export function requireServedFile(file: string): void {
  const marker = readMarker(file);
  // A copy of the folder has a copy of the marker.
  const isOfThis = marker?.folder === identityOf(dirname(file));
  if (marker === null || !isOfThis || marker.file === identityOf(file) || !isLive(file, marker)) return;
  throw new Error(
    `The service that runs as process ${marker.pid} has another database open than the one at ${file} now: it was removed, moved or replaced. Stop the service first.`,
  );
}

function readMarker(file: string): Marker | null {
  try {
    const { pid, file: identity, folder } = JSON.parse(readFileSync(markerPath(file), 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 && typeof identity === 'string'
      ? { pid, file: identity, folder }
      : null;
  } catch {
    return null;
  }
}

function isLive(file: string, { pid }: Marker): boolean {
  const renewed = statSync(markerPath(file), { throwIfNoEntry: false });
  if (pid === process.pid || renewed === undefined) return false;
  if (Math.abs(Date.now() - renewed.mtimeMs) > LIVE_MS) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
