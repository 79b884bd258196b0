import { expect, it } from 'vitest';
import { passwords } from '@/lib/auth/passwords';
import { secrets } from '@/lib/auth/secrets';
import { OPERATOR } from '@/lib/domain/caller';
import { expiryMaxMs } from '@/lib/domain/expiry';
import { DAY_MS, HOUR_MS } from '@/lib/domain/plan';
import { createKey } from '@/lib/services/keys/create';
import { rotateKey } from '@/lib/services/keys/rotate';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { type DatabaseContext, onEachDatabase } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';
import { accepted, verdictOf } from '@/tests/support/result';

const portsOf = ({ store, directory }: DatabaseContext) => ({ store, directory, passwords, secrets });

onEachDatabase('the expiry of a key', (context) => {
  const create = (expiresAtMs: number | null) =>
    createKey(portsOf(context()), OPERATOR, { botId: BOT_ID, name: 'x', expiresAtMs });
  const rotate = async (keyId: string, overlap: '0' | '1h' | '7d') =>
    accepted(await rotateKey(portsOf(context()), OPERATOR, keyId, overlap)).apiKey;
  const expiryOf = async (keyId: string) => {
    const [row] = await context().db.rows(`SELECT expires_at_ms FROM api_keys WHERE id = '${keyId}'`);
    return row?.expires_at_ms;
  };

  it('is refused when it is more than ten years ahead or no moment at all, and nothing is stored', async () => {
    await register(context().directory);
    expect(accepted(await create(expiryMaxMs(T0))).apiKey.expiresAtMs).toBe(expiryMaxMs(T0));
    const wrong = [expiryMaxMs(T0) + 1, 8.64e15, 8.64e15 + 1, 1e300, Number.POSITIVE_INFINITY, Number.NaN];
    for (const expiresAtMs of wrong) {
      const result = await create(expiresAtMs);
      expect(result).toMatchObject({ ok: false, refusal: { code: 'invalid', field: 'expires' } });
    }
    expect(await context().db.rows('SELECT count(*) AS n FROM api_keys')).toEqual([{ n: 2 }]);
  });

  it('stays none when a key without one is rotated twice within its overlap', async () => {
    const { keyId } = await register(context().directory);
    const first = await rotate(keyId, '7d');
    await context().db.setClock(T0 + DAY_MS);
    const second = await rotate(keyId, '1h');
    expect([first.expiresAtMs, second.expiresAtMs]).toEqual([null, null]);
    expect(await expiryOf(second.id)).toBeNull();
    // The old one ends with the shorter of its overlaps.
    expect(await expiryOf(keyId)).toBe(T0 + DAY_MS + HOUR_MS);
    await context().db.setClock(T0 + DAY_MS + HOUR_MS - 1);
    expect((await rotate(keyId, '7d')).expiresAtMs).toBeNull();
    expect(await expiryOf(keyId)).toBe(T0 + DAY_MS + HOUR_MS);
  });

  it('of a key rotated twice within its overlap is counted from what the key was given, not from the overlap', async () => {
    await register(context().directory);
    const old = accepted(await create(T0 + 30 * DAY_MS)).apiKey;
    await context().db.setClock(T0 + DAY_MS);
    expect((await rotate(old.id, '7d')).expiresAtMs).toBe(T0 + 31 * DAY_MS);
    await context().db.setClock(T0 + 2 * DAY_MS);
    expect((await rotate(old.id, '7d')).expiresAtMs).toBe(T0 + 32 * DAY_MS);
  });

  it('is within ten years after a rotation, whatever is stored of the old key', async () => {
    const { keyId } = await register(context().directory);
    const stored = [8.64e15 - 1, '9223372036854775807', String(T0 + 11 * 365 * DAY_MS)];
    for (const expiresAtMs of stored) {
      await context().db.run(`UPDATE api_keys SET expires_at_ms = ${expiresAtMs} WHERE id = '${keyId}'`);
      expect((await rotate(keyId, '7d')).expiresAtMs).toBe(expiryMaxMs(T0));
      await context().db.run(`UPDATE api_keys SET rotated_at_ms = NULL WHERE id = '${keyId}'`);
    }
  });

  it('of a key that was made in the future by a clock set back is not in the past after a rotation', async () => {
    const { keyId } = await register(context().directory);
    await context().db.run(
      `UPDATE api_keys SET created_at_ms = ${T0 + 9 * DAY_MS}, expires_at_ms = ${T0 + DAY_MS} WHERE id = '${keyId}'`,
    );
    expect((await rotate(keyId, '0')).expiresAtMs).toBe(T0 + DAY_MS);
  });

  it('that has passed still ends the chance to rotate', async () => {
    const { keyId } = await register(context().directory, {}, T0 + DAY_MS);
    await context().db.setClock(T0 + DAY_MS);
    expect(verdictOf(await rotateKey(portsOf(context()), OPERATOR, keyId, '7d'))).toBe('conflict');
  });
});
