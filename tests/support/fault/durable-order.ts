import { dirname } from 'node:path';
import { expect } from 'vitest';

/**
 * That a loss of power between any two system calls leaves a file as it was or as it becomes: what is in it is synced
 * before it gets its name, the folder after that, and what was beside the old one is gone before the new one is there.
 */
export function expectDurableOrder(calls: readonly string[], file: string): void {
  const partial = `${file}.botmeter-partial/database`;
  const last = (isIt: (call: string) => boolean, before = calls.length) =>
    calls.slice(0, before).findLastIndex(isIt);
  const writes = (path: string) => (call: string) =>
    /^p?write(64)?\(/.test(call) && call.includes(`<${path}>`);
  const syncs = (path: string) => (call: string) =>
    /^f(data)?sync\(/.test(call) && call.includes(`<${path}>) `) && call.endsWith('= 0');
  const removes = (path: string) => (call: string) =>
    call.startsWith(`unlink("${path}")`) && call.endsWith('= 0');

  const named = calls.findIndex((call) => call.startsWith('rename(') && call.includes(`"${file}") = 0`));
  expect(named, 'where it gets its name').toBeGreaterThan(0);
  const written = last(writes(partial));
  expect(written, 'its last write').toBeLessThan(named);
  expect(last(syncs(partial), named), 'its sync before it gets its name').toBeGreaterThan(written);
  const folderSynced = calls.findIndex((call, i) => i > named && syncs(dirname(file))(call));
  expect(folderSynced, 'the sync of its folder afterwards').toBeGreaterThan(named);

  const companions = ['-wal', '-shm', '-journal'].map((suffix) => last(removes(file + suffix)));
  const removed = Math.max(...companions);
  expect(removed, 'the last removal beside it').toBeLessThan(named);
  expect(last(syncs(dirname(file)), named), 'the sync of the folder after that').toBeGreaterThan(removed);
  // What the WAL held is in the old database, and synced, before the WAL goes: it may be the one that stays.
  const walRemoved = last(removes(`${file}-wal`));
  const copied = last(writes(file), walRemoved);
  if (copied >= 0) expect(last(syncs(file), walRemoved), 'the sync of the old one').toBeGreaterThan(copied);
}
