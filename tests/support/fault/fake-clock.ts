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

/** Timers go by the monotonic clock, which nobody sets. */
const MONOTONIC = { FAKETIME_DONT_FAKE_MONOTONIC: '1' };

/** The environment of a process whose clock is off by `offset` (as libfaketime writes it, such as `-10m`). */
export const skewedClock = (offset: string): Record<string, string> => ({
  ...MONOTONIC,
  LD_PRELOAD: library(),
  FAKETIME: offset,
});

/** The environment of a process whose clock is off by what stands in a file, such as `+3600` (seconds), at any time. */
export const settableClock = (file: string): Record<string, string> => ({
  ...MONOTONIC,
  LD_PRELOAD: library(),
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
});
