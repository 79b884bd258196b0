import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SqliteError } from '@/lib/data/sqlite/driver.mjs';
import { WriteLock } from '@/lib/data/sqlite/write-lock';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A lock that another process holds until `isFree`, with the number of tries to take it. */
function heldLock() {
  const held = { isFree: false, tries: 0 };
  const lock = new WriteLock();
  const begin = async () =>
    lock
      .begin(() => {
        held.tries++;
        if (!held.isFree) throw new SqliteError('database is locked', 'SQLITE_BUSY');
      })
      .then(
        () => 'begun',
        () => 'given up',
      );
  return { held, begin };
}

it('a wait of 4 s in vain makes those after it give up at once, for a second', async () => {
  const { held, begin } = heldLock();
  const first = begin();
  await vi.advanceTimersByTimeAsync(4_002);
  expect(await first).toBe('given up');
  held.tries = 0;
  await vi.advanceTimersByTimeAsync(900);
  expect([await begin(), held.tries]).toEqual(['given up', 1]);
});

it('after that second a short collision is waited for again, though nothing was written meanwhile', async () => {
  const { held, begin } = heldLock();
  const first = begin();
  await vi.advanceTimersByTimeAsync(4_002);
  expect(await first).toBe('given up');
  await vi.advanceTimersByTimeAsync(1_000);
  const later = begin();
  await vi.advanceTimersByTimeAsync(500);
  held.isFree = true;
  await vi.advanceTimersByTimeAsync(4);
  expect(await later).toBe('begun');
});
