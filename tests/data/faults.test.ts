import { expect, it } from 'vitest';
import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import { FIRST_ADMIN_LOCK } from '@/lib/services/locks';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { onEachDatabase } from '@/tests/support/data/each-database';
import { read, register, send, tally } from '@/tests/support/data/fixtures';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

onEachDatabase('while another connection holds the database', (context) => {
  it('for a moment, calls wait without blocking the event loop, and are then served', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory);
    const release = await db.holdWrites();
    let isSettled = false;
    const call = send(store, { keyHash }).finally(() => {
      isSettled = true;
    });
    for (let i = 0; i < 1_000; i++) await turn();
    expect(isSettled).toBe(false);
    expect(await db.rows('SELECT cycle_used FROM bots')).toEqual([{ cycle_used: 0 }]);
    await release();
    expect(tally([await call])).toEqual({ served: 1 });
  });

  it('for long, calls are refused as storage_unavailable, nothing is stored or counted, and afterwards all is well', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory);
    const release = await db.holdWrites();
    const calls = await Promise.allSettled([send(store, { keyHash }), read(store, { keyHash })]);
    for (const call of calls) {
      expect(call.status).toBe('rejected');
      if (call.status === 'rejected') {
        expect(isStorageUnavailable(call.reason)).toBe(true);
        expect(call.reason).toMatchObject({ code: 'storage_unavailable' });
      }
    }
    // Reads still work: an invalid key is still recognized.
    expect(await store.find({ keyHash })).not.toBeNull();
    await release();
    expect(await db.rows('SELECT cycle_used, reports_total, day_counts FROM bots')).toEqual([
      { cycle_used: 0, reports_total: 0, day_counts: '' },
    ]);
    expect(await db.rows('SELECT at_ms FROM reports')).toEqual([]);
    expect(tally([await send(store, { keyHash })])).toEqual({ served: 1 });
    await store.probe();
  });
});

/** Every request gets a response within this time, whatever the database does. */
const ANSWER_MAX_MS = 5_000;

onEachDatabase('while another connection holds the database for long', (context) => {
  it('each call and each write is refused in time, however many stood in line before it', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory);
    const release = await db.holdWrites();
    const refusal = async (work: Promise<unknown>) => {
      const startedAt = performance.now();
      await expect(work).rejects.toMatchObject({ code: 'storage_unavailable' });
      return performance.now() - startedAt;
    };
    const rename = () =>
      directory.write([], ({ bots }, nowMs) => bots.update(BOT_ID, { name: 'Held' }, nowMs));
    const waits: Promise<number>[] = [];
    for (let i = 0; i < 4; i++) {
      waits.push(refusal(read(store, { keyHash })), refusal(rename()));
      // The next calls start when these are queued.
      for (let turns = 0; turns < 20; turns++) await turn();
    }
    expect(Math.max(...(await Promise.all(waits)))).toBeLessThan(ANSWER_MAX_MS);
    await release();
    expect(tally([await read(store, { keyHash })])).toEqual({ served: 1 });
  });
});

onEachDatabase('the directory', (context) => {
  it('write: all of it or, when the work rejects, none', async () => {
    const { db, directory } = context();
    await register(directory);
    const work = directory.write([], async ({ bots, audit }, nowMs) => {
      await bots.update(BOT_ID, { name: 'Changed' }, nowMs);
      await audit.append({ actor: 'operator', action: 'bot.change', subject: BOT_ID }, nowMs);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await db.rows('SELECT name FROM bots')).toEqual([{ name: 'TestBot' }]);
    expect(await db.rows('SELECT action FROM audit_log')).toEqual([]);
  });

  it('write: one writer at a time of a lock, so that what was checked still holds when it is written', async () => {
    const { db, directory } = context();
    const second = await db.connect();
    const takeTheOnlyPlace = ({ directory: one }: { directory: typeof directory }, id: string) =>
      one.write([FIRST_ADMIN_LOCK], async ({ users }) => {
        if ((await users.count()) > 0) return false;
        await turn();
        const person = { id, email: `${id}@example.org`, name: id, role: 'admin' as const };
        await users.insert({ ...person, isDisabled: false, createdAtMs: T0 }, null);
        return true;
      });
    const taken = await Promise.all([
      takeTheOnlyPlace({ directory }, 'a'),
      takeTheOnlyPlace(second, 'b'),
      takeTheOnlyPlace({ directory }, 'c'),
      takeTheOnlyPlace(second, 'd'),
    ]);
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await db.rows('SELECT id FROM users')).toHaveLength(1);
  });

  it('a write that fails does not stop the calls and writes that come after it', async () => {
    const { store, directory } = context();
    const { keyHash } = await register(directory);
    const outcomes = await Promise.allSettled([
      directory.write([], () => Promise.reject(new Error('no'))),
      read(store, { keyHash }),
      directory.write([], async ({ bots }, nowMs) => bots.update(BOT_ID, { name: 'Later' }, nowMs)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect((await store.find({ keyHash }))?.account).toMatchObject({ name: 'Later', cycle: { used: 1 } });
  });

  it('refuses to delete a person who owns a bot, whoever forgets to ask', async () => {
    const { db, directory } = context();
    await register(directory);
    await expect(directory.write([], ({ users }) => users.delete(`owner-of-${BOT_ID}`))).rejects.toThrow();
    expect(await db.rows('SELECT id FROM users')).toHaveLength(1);
  });
});

onEachDatabase('the audit log', (context) => {
  const entry = {
    actor: 'operator',
    action: 'bot.change',
    subject: BOT_ID,
    before: { a: 1 },
    after: { a: 2 },
  } as const;

  it('keeps entries in the order of their creation', async () => {
    const { db, directory } = context();
    for (let i = 0; i < 3; i++) {
      await directory.write([], ({ audit }, nowMs) => audit.append({ ...entry, after: { i } }, nowMs));
    }
    expect(await db.rows('SELECT at_ms, before_json, after_json FROM audit_log ORDER BY id')).toEqual(
      [0, 1, 2].map((i) => ({ at_ms: T0, before_json: '{"a":1}', after_json: `{"i":${i}}` })),
    );
  });

  it.each([
    'UPDATE audit_log SET actor = actor',
    "UPDATE audit_log SET after_json = '{}' WHERE actor = 'operator'",
    'DELETE FROM audit_log',
    "DELETE FROM audit_log WHERE actor = 'operator'",
  ])('is append-only in the database itself: %s fails', async (sql) => {
    const { db, directory } = context();
    await directory.write([], ({ audit }, nowMs) => audit.append(entry, nowMs));
    await expect(db.run(sql)).rejects.toThrow(/append-only/);
    expect(await db.rows('SELECT actor, after_json FROM audit_log')).toEqual([
      { actor: 'operator', after_json: '{"a":2}' },
    ]);
  });

  it('keeps the entries of a deleted bot', async () => {
    const { db, directory } = context();
    await register(directory);
    await directory.write([], ({ audit }, nowMs) => audit.append(entry, nowMs));
    await directory.write([], ({ bots }) => bots.delete(BOT_ID));
    expect(await db.rows('SELECT subject FROM audit_log')).toEqual([{ subject: BOT_ID }]);
  });
});
