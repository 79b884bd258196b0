import { dirname } from 'node:path';
import { expect } from 'vitest';

/**
 * Asserts that a power loss between any two system calls leaves the old or the new file: the temp file is synced before the
 * rename, the folder after it, and the old file's WAL and journal are removed before it.
 */
export function expectDurableOrder(calls: readonly string[], file: string): void {
  const partial = `${file}.botmeter-partial/database`;
  const last = (matches: (call: string) => boolean, before = calls.length) =>
    calls.slice(0, before).findLastIndex(matches);
  const writes = (path: string) => (call: string) =>
    /^p?write(64)?\(/.test(call) && call.includes(`<${path}>`);
  const syncs = (path: string) => (call: string) =>
    /^f(data)?sync\(/.test(call) && call.includes(`<${path}>) `) && call.endsWith('= 0');
  const removes = (path: string) => (call: string) =>
    call.startsWith(`unlink("${path}")`) && call.endsWith('= 0');

  const renamed = calls.findIndex((call) => call.startsWith('rename(') && call.includes(`"${file}") = 0`));
  expect(renamed, 'the rename').toBeGreaterThan(0);
  const written = last(writes(partial));
  expect(written, 'its last write').toBeLessThan(renamed);
  expect(last(syncs(partial), renamed), 'its sync before the rename').toBeGreaterThan(written);
  const folderSynced = calls.findIndex((call, i) => i > renamed && syncs(dirname(file))(call));
  expect(folderSynced, 'the sync of its folder afterwards').toBeGreaterThan(renamed);

  const companions = ['-wal', '-shm', '-journal'].map((suffix) => last(removes(file + suffix)));
  const removed = Math.max(...companions);
  expect(removed, 'the last removal of a side file').toBeLessThan(renamed);
  expect(last(syncs(dirname(file)), renamed), 'the sync of the folder after that').toBeGreaterThan(removed);
  // The old database may be the one that remains, so its WAL is copied into it and synced before the WAL is removed.
  const walRemoved = last(removes(`${file}-wal`));
  const copied = last(writes(file), walRemoved);
  if (copied >= 0) expect(last(syncs(file), walRemoved), 'the sync of the old one').toBeGreaterThan(copied);
}
