import { expect, it, vi } from 'vitest';
import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import { readBreakdown, readDetails } from '@/lib/services/calls/counted-read';
import { BOT_ID } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, store } from '@/tests/support/data/each-database';
import { read, register, send, tally } from '@/tests/support/data/fixtures';

/** Every request gets a response within this time, whatever the database does. */
const RESPONSE_MAX_MS = 5_000;

const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

onEachDatabase('while another connection locks the database', () => {
  it('briefly, calls wait without blocking the event loop and are then served', async () => {
    const { keyHash } = await register(directory);
    const release = await db.holdWrites();
    let isSettled = false;
    const call = send(store, { keyHash }).finally(() => {
      isSettled = true;
    });
    await turns(1_000);
    expect(isSettled).toBe(false);
    expect(await db.rows('SELECT cycle_used FROM bots')).toEqual([{ cycle_used: 0 }]);
    await release();
    expect(tally([await call])).toEqual({ served: 1 });
  });

  it('for long, no call is refused late because times of use are to be written before it', async () => {
    const { keyHash } = await register(directory);
    const timers = vi.spyOn(globalThis, 'setInterval');
    const instance = await connectAgain();
    const flushes = timers.mock.calls.map(([flush]) => flush);
    timers.mockRestore();
    expect(tally([await read(instance.store, { keyHash })])).toEqual({ served: 1 });
    const release = await db.holdWrites();
    const tookMs = async () => {
      const startedAt = performance.now();
      const error: unknown = await read(instance.store, { keyHash }).catch((reason) => reason);
      expect(isStorageUnavailable(error)).toBe(true);
      return performance.now() - startedAt;
    };
    const first = tookMs();
    await turns(20);
    for (const flush of flushes) flush();
    await turns(20);
    expect(Math.max(await tookMs(), await first)).toBeLessThan(RESPONSE_MAX_MS);
    await release();
  });

  it('for long, every call and write is refused in time, however many queue before it, and stores nothing', async () => {
    const { keyHash } = await register(directory);
    const release = await db.holdWrites();
    const refusal = async (work: Promise<unknown>) => {
      const startedAt = performance.now();
      const error: unknown = await work.catch((reason) => reason);
      expect(isStorageUnavailable(error)).toBe(true);
      expect(error).toMatchObject({ code: 'storage_unavailable' });
      return performance.now() - startedAt;
    };
    const rename = () =>
      directory.write([], ({ bots }, nowMs) => bots.update(BOT_ID, { name: 'Held' }, nowMs));
    const waits = [refusal(send(store, { keyHash }))];
    for (let i = 0; i < 4; i++) {
      waits.push(refusal(read(store, { keyHash })), refusal(rename()));
      // The next calls start when these are queued.
      await turns(20);
    }
    expect(Math.max(...(await Promise.all(waits)))).toBeLessThan(RESPONSE_MAX_MS);
    // Reads still work: an invalid key is still recognized.
    expect(await store.find({ keyHash })).not.toBeNull();
    await release();
    expect(await db.rows('SELECT name, cycle_used, reports_total, day_counts FROM bots')).toEqual([
      { name: 'TestBot', cycle_used: 0, reports_total: 0, day_counts: '' },
    ]);
    expect(await db.rows('SELECT at_ms FROM reports')).toEqual([]);
    expect(tally([await send(store, { keyHash }), await read(store, { keyHash })])).toEqual({ served: 2 });
    await store.probe();
  });

  it('for long, reads that wait for their turn and for a write are refused in time', async () => {
    const keyHashes = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(
        async (i) => (await register(directory, { id: `90000000000000000${i}`, name: `Bot ${i}` })).keyHash,
      ),
    );
    const instance = await connectAgain();
    const ports = { ...instance, onEvents: () => {} };
    const found = await Promise.all(
      keyHashes.map(async (keyHash) => ({
        ref: { keyHash },
        snapshot: await instance.store.find({ keyHash }),
      })),
    );
    const release = await db.holdWrites();
    const startedAt = performance.now();
    const refusal = async (work: Promise<unknown>) => {
      const error: unknown = await work.catch((reason) => reason);
      expect(isStorageUnavailable(error)).toBe(true);
      return performance.now() - startedAt;
    };
    const rename = instance.directory.write([], ({ bots }, nowMs) =>
      bots.update('900000000000000001', { name: 'Held' }, nowMs),
    );
    const waits = [refusal(rename)];
    for (const { ref, snapshot } of found) {
      if (snapshot === null) throw new Error('There is no such bot.');
      waits.push(refusal(readDetails(ports, ref, snapshot)));
      for (let i = 0; i < 7; i++) waits.push(refusal(readBreakdown(ports, { ref, snapshot })));
    }
    expect(Math.max(...(await Promise.all(waits)))).toBeLessThan(RESPONSE_MAX_MS);
    await release();
    expect(tally(await Promise.all(keyHashes.map((keyHash) => read(instance.store, { keyHash }))))).toEqual({
      served: keyHashes.length,
    });
  });
});
