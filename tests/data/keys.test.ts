import { expect, it, vi } from 'vitest';
import { secrets } from '@/lib/auth/secrets';
import type { Overlap } from '@/lib/domain/keys/api-key';
import { expiryMaxMs } from '@/lib/domain/keys/expiry';
import { isWellFormedKey } from '@/lib/domain/keys/key-text';
import { OPERATOR } from '@/lib/domain/people/caller';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import { decideUsageRead } from '@/lib/domain/reports/decide';
import { deleteBot } from '@/lib/services/bots/delete';
import { createKey, revokeKey, rotateKey } from '@/lib/services/keys/change';
import { listKeys } from '@/lib/services/keys/find';
import { finishRemovals } from '@/lib/services/removals/finish';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import {
  connectAgain,
  db,
  directory,
  onEachDatabase,
  ports,
  store,
} from '@/tests/support/data/each-database';
import { read, register } from '@/tests/support/data/fixtures';
import { accepted, verdictOf } from '@/tests/support/result';

const create = (expiresAtMs: number | null, name = 'x') =>
  createKey(ports, OPERATOR, { botId: BOT_ID, name, expiresAtMs });
const rotate = async (keyId: string, overlap: Overlap) =>
  accepted(await rotateKey(ports, OPERATOR, keyId, overlap));
const revoke = (keyId: string, expiresAtMs: number | null = null) =>
  directory.write([], ({ keys }, nowMs) => keys.setLife(keyId, { expiresAtMs, revokedAtMs: nowMs }));

onEachDatabase('a key', () => {
  it.each([
    [-1, true],
    [0, false],
    [1, false],
  ])('%i ms from its expiry is valid: %s', async (byMs, isLive) => {
    const { keyHash } = await register(directory, {}, T0 + DAY_MS);
    await db.setClock(T0 + DAY_MS + byMs);
    expect((await store.find({ keyHash })) !== null).toBe(isLive);
    expect((await read(store, { keyHash })) !== null).toBe(isLive);
  });

  it('that is revoked while its call takes a second is refused, although it was valid before', async () => {
    const { keyHash, keyId } = await register(directory);
    const seen = await store.find({ keyHash });
    await revoke(keyId);
    const now = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 1_000);
    const called = await store.call({ keyHash }, decideUsageRead, seen ?? undefined);
    later.mockRestore();
    expect(called).toBeNull();
    expect(await db.rows('SELECT cycle_used FROM bots')).toEqual([{ cycle_used: 0 }]);
  });

  it('that is new is valid, and neither it nor its hash is in the audit log or in lists', async () => {
    await register(directory);
    const { key, apiKey } = accepted(await create(null));
    expect(isWellFormedKey(key)).toBe(true);
    expect((await store.find({ keyHash: secrets.hash(key) }))?.account.botId).toBe(BOT_ID);
    expect(apiKey).toMatchObject({ botId: BOT_ID, name: 'x', last4: key.slice(-4), lastUsedAtMs: null });
    const audited = await db.rows('SELECT * FROM audit_log');
    const stored = JSON.stringify([audited, await db.rows('SELECT * FROM api_keys')]);
    expect(stored).not.toContain(key.slice(4, 36));
    const listed = accepted(await listKeys(ports, OPERATOR, BOT_ID, 1));
    expect(JSON.stringify([audited, listed])).not.toContain(secrets.hash(key));
  });

  it('that is revoked keeps the time of its first revocation and cannot be rotated', async () => {
    const { keyId } = await register(directory);
    const { revokedAtMs } = accepted(await revokeKey(ports, OPERATOR, keyId));
    await db.setClock(T0 + HOUR_MS);
    expect(accepted(await revokeKey(ports, OPERATOR, keyId)).revokedAtMs).toBe(revokedAtMs);
    expect(verdictOf(await rotateKey(ports, OPERATOR, keyId, '7d'))).toBe('conflict');
    expect(await db.rows('SELECT action FROM audit_log')).toEqual([{ action: 'key.revoke' }]);
  });

  it.each([
    ['0', 0],
    ['1h', HOUR_MS],
    ['24h', DAY_MS],
    ['7d', 7 * DAY_MS],
  ] as const)(
    'that is rotated with overlap %s stays valid for %i ms, beside the new key',
    async (overlap, ms) => {
      const { keyHash, keyId } = await register(directory);
      const { key, apiKey } = await rotate(keyId, overlap);
      expect(apiKey).toMatchObject({ botId: BOT_ID, name: 'default', revokedAtMs: null, lastUsedAtMs: null });
      const listed = accepted(await listKeys(ports, OPERATOR, BOT_ID, 1)).keys;
      const replacedBy = new Map(listed.map(({ id, replacedByLast4 }) => [id, replacedByLast4]));
      expect([replacedBy.get(keyId), replacedBy.get(apiKey.id)]).toEqual([apiKey.last4, null]);
      for (const byMs of [0, Math.max(0, ms - 1), ms]) {
        await db.setClock(T0 + byMs);
        expect((await store.find({ keyHash })) !== null).toBe(byMs < ms);
        expect((await store.find({ keyHash: secrets.hash(key) }))?.account.botId).toBe(BOT_ID);
      }
      expect(JSON.stringify(await db.rows('SELECT * FROM audit_log'))).not.toContain(key.slice(4, 36));
    },
  );

  it('is deleted with its bot, and only with its own', async () => {
    const { keyHash } = await register(directory);
    const other = await register(directory, { id: OTHER_BOT_ID });
    await deleteBot(ports, OPERATOR, BOT_ID);
    expect(await store.find({ keyHash })).toBeNull();
    expect(await store.find({ keyHash: other.keyHash })).not.toBeNull();
    await finishRemovals(ports);
    expect(await db.rows('SELECT bot_id FROM api_keys')).toEqual([{ bot_id: OTHER_BOT_ID }]);
  });
});

onEachDatabase('the time a key was last used', () => {
  const lastUsed = async () => (await db.rows('SELECT last_used_at_ms FROM api_keys'))[0]?.last_used_at_ms;

  it('is not written by the call itself, but when the instance closes', async () => {
    const { keyHash } = await register(directory);
    const instance = await connectAgain();
    await db.setClock(T0 + 1_000);
    await read(instance.store, { keyHash });
    expect(await lastUsed()).toBeNull();
    await instance.close();
    expect(await lastUsed()).toBe(T0 + 1_000);
  });

  it('is the latest use, even if another instance has written a later one before', async () => {
    const { keyHash } = await register(directory);
    const [early, late] = [await connectAgain(), await connectAgain()];
    await read(early.store, { keyHash });
    await db.setClock(T0 + 60_000);
    await read(late.store, { keyHash });
    await late.close();
    await early.close();
    expect(await lastUsed()).toBe(T0 + 60_000);
  });

  it('is also that of a call that is not metered', async () => {
    const { keyHash } = await register(directory);
    const instance = await connectAgain();
    const seen = await instance.store.find({ keyHash });
    if (seen !== null) instance.store.noteUse(seen, false);
    expect(await lastUsed()).toBeNull();
    await instance.close();
    expect(await lastUsed()).toBe(T0);
  });

  it('does not overwrite what changed in the key meanwhile', async () => {
    const { keyHash, keyId } = await register(directory);
    const instance = await connectAgain();
    await read(instance.store, { keyHash });
    await revoke(keyId, 5);
    await instance.close();
    expect(await db.rows('SELECT expires_at_ms, revoked_at_ms, last_used_at_ms FROM api_keys')).toEqual([
      { expires_at_ms: 5, revoked_at_ms: T0, last_used_at_ms: T0 },
    ]);
  });
});

onEachDatabase('the expiry of a key', () => {
  const storedExpiry = async (keyId: string) =>
    (await db.rows(`SELECT expires_at_ms FROM api_keys WHERE id = '${keyId}'`))[0]?.expires_at_ms;
  const rotatedExpiry = async (keyId: string, overlap: Overlap) =>
    (await rotate(keyId, overlap)).apiKey.expiresAtMs;

  it('is refused if it is over, more than ten years ahead or not a time, and nothing is stored', async () => {
    await register(directory);
    expect(accepted(await create(expiryMaxMs(T0))).apiKey.expiresAtMs).toBe(expiryMaxMs(T0));
    const wrong = [T0 - 1, T0, expiryMaxMs(T0) + 1, 8.64e15, 8.64e15 + 1, 1e300, Infinity, Number.NaN];
    for (const expiresAtMs of wrong) {
      const result = await create(expiresAtMs);
      expect(result).toMatchObject({ ok: false, refusal: { code: 'invalid', field: 'expires' } });
    }
    expect(await create(T0 + 1, ' ')).toMatchObject({ refusal: { code: 'invalid', field: 'name' } });
    const both = { name: expect.any(String), expires: expect.any(String) };
    expect(await create(T0, ' ')).toMatchObject({ refusal: { errors: both } });
    expect(await db.rows('SELECT count(*) AS n FROM api_keys')).toEqual([{ n: 2 }]);
  });

  it('stays absent when a key without one is rotated twice within its overlap', async () => {
    const { keyId } = await register(directory);
    expect(await rotatedExpiry(keyId, '7d')).toBeNull();
    await db.setClock(T0 + DAY_MS);
    const second = await rotate(keyId, '1h');
    expect([second.apiKey.expiresAtMs, await storedExpiry(second.apiKey.id)]).toEqual([null, null]);
    // The old key ends with the shorter of its overlaps.
    expect(await storedExpiry(keyId)).toBe(T0 + DAY_MS + HOUR_MS);
    await db.setClock(T0 + DAY_MS + HOUR_MS - 1);
    expect(await rotatedExpiry(keyId, '7d')).toBeNull();
    expect(await storedExpiry(keyId)).toBe(T0 + DAY_MS + HOUR_MS);
  });

  it('of a key rotated twice within its overlap is computed from its original lifetime', async () => {
    await register(directory);
    const { id } = accepted(await create(T0 + 30 * DAY_MS)).apiKey;
    for (const days of [1, 2]) {
      await db.setClock(T0 + days * DAY_MS);
      expect(await rotatedExpiry(id, '7d')).toBe(T0 + (30 + days) * DAY_MS);
    }
  });

  it('is within ten years after a rotation, whatever is stored for the old key', async () => {
    const { keyId } = await register(directory);
    const stored = [8.64e15 - 1, '9223372036854775807', String(T0 + 11 * 365 * DAY_MS)];
    for (const expiresAtMs of stored) {
      await db.run(`UPDATE api_keys SET expires_at_ms = ${expiresAtMs} WHERE id = '${keyId}'`);
      expect(await rotatedExpiry(keyId, '7d')).toBe(expiryMaxMs(T0));
      await db.run(`UPDATE api_keys SET rotated_at_ms = NULL WHERE id = '${keyId}'`);
    }
  });

  it('is not in the past after the rotation of a key that a clock step back puts into the future', async () => {
    const { keyId } = await register(directory);
    const times = `created_at_ms = ${T0 + 9 * DAY_MS}, expires_at_ms = ${T0 + DAY_MS}`;
    await db.run(`UPDATE api_keys SET ${times} WHERE id = '${keyId}'`);
    expect(await rotatedExpiry(keyId, '0')).toBe(T0 + DAY_MS);
  });

  it('that has passed prevents a rotation', async () => {
    const { keyId } = await register(directory, {}, T0 + DAY_MS);
    await db.setClock(T0 + DAY_MS);
    expect(verdictOf(await rotateKey(ports, OPERATOR, keyId, '7d'))).toBe('conflict');
  });
});
