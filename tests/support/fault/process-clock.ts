import { existsSync } from 'node:fs';
import { requireProgram } from '../required-program';

const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (platform) => `/usr/lib/${platform}/faketime/libfaketimeMT.so.1`,
);

function library(): string {
  requireProgram('faketime');
  const found = LIBRARIES.find((path) => existsSync(path));
  if (found === undefined) throw new Error('The package faketime lacks libfaketimeMT.so.1.');
  return found;
}

/** Timers use the monotonic clock, which a changed system clock does not affect. */
const MONOTONIC = { FAKETIME_DONT_FAKE_MONOTONIC: '1' };

/** The environment of a process whose clock is off by `offset`, in libfaketime's syntax (`-10m`). */
export const skewedClock = (offset: string): Record<string, string> => ({
  ...MONOTONIC,
  LD_PRELOAD: library(),
  FAKETIME: offset,
});

/** The environment of a process whose clock offset is read from a file at every call, such as `+3600` (seconds). */
export const settableClock = (file: string): Record<string, string> => ({
  ...MONOTONIC,
  LD_PRELOAD: library(),
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
});
