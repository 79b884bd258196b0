import { existsSync } from 'node:fs';
import { requireProgram } from '../required-program';

const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (platform) => `/usr/lib/${platform}/faketime/libfaketimeMT.so.1`,
);

/** The environment of a process whose clock is off by `offset` (as libfaketime writes it, such as `-10m`). */
export function skewedClock(offset: string): Record<string, string> {
  requireProgram('faketime');
  const library = LIBRARIES.find((path) => existsSync(path));
  if (library === undefined) throw new Error('The package faketime lacks libfaketimeMT.so.1.');
  // Timers go by the monotonic clock, which nobody sets.
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
