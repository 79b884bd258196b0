import { expect, it, vi } from 'vitest';
import { afterRotation } from '@/lib/domain/api-key';
import { decideUsageRead } from '@/lib/domain/decide';
import { DAY_MS } from '@/lib/domain/plan';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { onEachDatabase } from '@/tests/support/data/each-database';
import { read, register } from '@/tests/support/data/fixtures';

onEachDatabase('a key', (context) => {
  it.each([
    [-1, true],
    [0, false],
    [1, false],
  ])('%i ms from its expiry opens its bot: %s', async (byMs, isLive) => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory, {}, T0 + DAY_MS);
    await db.setClock(T0 + DAY_MS + byMs);
    expect((await store.find({ keyHash })) !== null).toBe(isLive);
    expect((await read(store, { keyHash })) !== null).toBe(isLive);
  });

  it('that is revoked opens nothing from that moment on, on every program, and nothing is counted', async () => {
    const { db, store, directory } = context();
    const { keyHash, keyId } = await register(directory);
    const second = await db.connect();
    expect(await read(second.store, { keyHash })).not.toBeNull();
    await directory.write([], ({ keys }, nowMs) =>
      keys.setLife(keyId, { expiresAtMs: null, revokedAtMs: nowMs }),
    );
    for (const { find, call } of [
      { find: store.find({ keyHash }), call: read(store, { keyHash }) },
      { find: second.store.find({ keyHash }), call: read(second.store, { keyHash }) },
    ]) {
      expect(await find).toBeNull();
      expect(await call).toBeNull();
    }
    expect(await db.rows('SELECT cycle_used FROM bots')).toEqual([{ cycle_used: 1 }]);
  });

  it('that is revoked while a call is under way for a second is not served: no one relies on what was seen before', async () => {
    const { db, store, directory } = context();
    const { keyHash, keyId } = await register(directory);
    const seen = await store.find({ keyHash });
    await directory.write([], ({ keys }, nowMs) =>
      keys.setLife(keyId, { expiresAtMs: null, revokedAtMs: nowMs }),
    );
    const now = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 1_000);
    const called = await store.call({ keyHash }, decideUsageRead, seen ?? undefined);
    later.mockRestore();
    expect(called).toBeNull();
    expect(await db.rows('SELECT cycle_used FROM bots')).toEqual([{ cycle_used: 0 }]);
  });

  it('that is rotated lives on for its overlap beside the new one, for the same bot', async () => {
    const { db, store, directory } = context();
    const { keyHash, keyId } = await register(directory);
    await directory.write([], async ({ keys }, nowMs) => {
      const old = await keys.findById(keyId);
      if (old === null) throw new Error('The key is gone.');
      await keys.setLife(keyId, afterRotation(old, '1h', nowMs));
      await keys.insert({ ...old, id: 'new', last4: 'wxyz' }, 'a'.repeat(64));
    });
    expect((await store.find({ keyHash }))?.account.botId).toBe(BOT_ID);
    expect((await store.find({ keyHash: 'a'.repeat(64) }))?.account.botId).toBe(BOT_ID);
    await db.setClock(T0 + 3_600_000);
    expect(await store.find({ keyHash })).toBeNull();
    expect(await store.find({ keyHash: 'a'.repeat(64) })).not.toBeNull();
  });

  it('that is unknown opens nothing', async () => {
    const { store, directory } = context();
    const { keyHash } = await register(directory);
    for (const other of ['', keyHash.toUpperCase(), `${keyHash}0`, keyHash.slice(1), '%', "' OR 1=1 --"]) {
      expect(await store.find({ keyHash: other })).toBeNull();
    }
  });

  it('is gone with its bot, and only with its own', async () => {
    const { db, store, directory } = context();
    const { keyHash } = await register(directory);
    const other = await register(directory, { id: OTHER_BOT_ID });
    await directory.write([], ({ bots }) => bots.delete(BOT_ID));
    expect(await store.find({ keyHash })).toBeNull();
    expect(await store.find({ keyHash: other.keyHash })).not.toBeNull();
    expect(await db.rows('SELECT bot_id FROM api_keys')).toEqual([{ bot_id: OTHER_BOT_ID }]);
  });
});

onEachDatabase('the time a key was last used', (context) => {
  const LAST_USED = 'SELECT last_used_at_ms FROM api_keys';

  it('is not written by the call itself, and written when the program closes', async () => {
    const { db, directory } = context();
    const { keyHash } = await register(directory);
    const program = await db.connect();
    await db.setClock(T0 + 1_000);
    await read(program.store, { keyHash });
    expect(await db.rows(LAST_USED)).toEqual([{ last_used_at_ms: null }]);
    await program.close();
    expect(await db.rows(LAST_USED)).toEqual([{ last_used_at_ms: T0 + 1_000 }]);
  });

  it('is the latest use, also when another program wrote a later one before', async () => {
    const { db, directory } = context();
    const { keyHash } = await register(directory);
    const early = await db.connect();
    const late = await db.connect();
    await read(early.store, { keyHash });
    await db.setClock(T0 + 60_000);
    await read(late.store, { keyHash });
    await late.close();
    await early.close();
    expect(await db.rows(LAST_USED)).toEqual([{ last_used_at_ms: T0 + 60_000 }]);
  });

  it('is left alone by calls without a key and by looking alone', async () => {
    const { db, directory } = context();
    const { keyHash, botId } = await register(directory);
    const program = await db.connect();
    await program.store.find({ keyHash });
    await read(program.store, { botId });
    await program.close();
    expect(await db.rows(LAST_USED)).toEqual([{ last_used_at_ms: null }]);
  });

  it('does not undo what happened to the key meanwhile', async () => {
    const { db, directory } = context();
    const { keyHash, keyId } = await register(directory);
    const program = await db.connect();
    await read(program.store, { keyHash });
    await directory.write([], ({ keys }, nowMs) =>
      keys.setLife(keyId, { expiresAtMs: 5, revokedAtMs: nowMs }),
    );
    await program.close();
    expect(await db.rows('SELECT expires_at_ms, revoked_at_ms, last_used_at_ms FROM api_keys')).toEqual([
      { expires_at_ms: 5, revoked_at_ms: T0, last_used_at_ms: T0 },
    ]);
  });
});
