import { expect, it } from 'vitest';
import { isWellFormedKey } from '@/lib/domain/api-key';
import { HOUR_MS } from '@/lib/domain/plan';
import { createKey } from '@/lib/services/keys/create';
import { listKeys } from '@/lib/services/keys/list';
import { revokeKey } from '@/lib/services/keys/revoke';
import { rotateKey } from '@/lib/services/keys/rotate';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { contextForEachTest, PRINCIPALS } from '@/tests/support/data/principals';
import { accepted, verdictOf } from '@/tests/support/result';

const context = contextForEachTest();
const { owner } = PRINCIPALS;
const create = (over: { name?: string; expiresAtMs?: number } = {}) =>
  createKey(context().ports, owner, { botId: BOT_ID, name: 'second', expiresAtMs: null, ...over });
const isValid = async (key: string) =>
  (await context().ports.store.find({ keyHash: context().ports.secrets.hash(key) })) !== null;

it('a new key is valid, and neither it nor its hash is in the audit log or in lists', async () => {
  const { ports, db } = context();
  const { key, apiKey } = accepted(await create());
  expect(isWellFormedKey(key)).toBe(true);
  expect(await isValid(key)).toBe(true);
  expect(apiKey).toMatchObject({ botId: BOT_ID, name: 'second', last4: key.slice(-4), lastUsedAtMs: null });
  const audited = await db.rows('SELECT * FROM audit_log');
  expect(JSON.stringify([await db.rows('SELECT * FROM api_keys'), audited])).not.toContain(key.slice(4, 36));
  const listed = accepted(await listKeys(ports, owner, BOT_ID, 1));
  expect(JSON.stringify([audited, listed])).not.toContain(ports.secrets.hash(key));
});

it('keys are unique', () => {
  const keys = Array.from({ length: 200 }, () => context().ports.secrets.newKey());
  expect(new Set(keys).size).toBe(200);
  expect(keys.every(isWellFormedKey)).toBe(true);
});

it.each([
  [{ expiresAtMs: T0 - 1 }, 'expires'],
  [{ expiresAtMs: T0 }, 'expires'],
  [{ name: ' ' }, 'name'],
])('a key with %o is refused', async (wrong, field) => {
  expect(await create(wrong)).toMatchObject({ refusal: { code: 'invalid', field } });
  expect(verdictOf(await create({ expiresAtMs: T0 + 1 }))).toBe('ok');
});

it('a revoked key is invalid at once, keeps the time of its first revocation and cannot be rotated', async () => {
  const { ports, bot, db } = context();
  const { revokedAtMs } = accepted(await revokeKey(ports, owner, bot.keyId));
  expect(await isValid(bot.key)).toBe(false);
  await db.setClock(T0 + HOUR_MS);
  expect(accepted(await revokeKey(ports, owner, bot.keyId)).revokedAtMs).toBe(revokedAtMs);
  expect(verdictOf(await rotateKey(ports, owner, bot.keyId, '7d'))).toBe('conflict');
  expect((await context().audit()).map(({ action }) => action)).toEqual(['key.revoke']);
});

it.each([
  ['0', 0],
  ['1h', HOUR_MS],
  ['24h', 24 * HOUR_MS],
  ['7d', 168 * HOUR_MS],
] as const)('after a rotation with overlap %s the old key stays valid for %i ms', async (overlap, ms) => {
  const { ports, bot, db } = context();
  const { key, apiKey } = accepted(await rotateKey(ports, owner, bot.keyId, overlap));
  expect(apiKey).toMatchObject({ botId: BOT_ID, name: 'default', revokedAtMs: null, lastUsedAtMs: null });
  const valid = [];
  for (const byMs of [0, Math.max(0, ms - 1), ms]) {
    await db.setClock(T0 + byMs);
    valid.push([await isValid(bot.key), await isValid(key)]);
  }
  expect(valid).toEqual([ms > 0, ms > 0, false].map((isOldValid) => [isOldValid, true]));
  expect(JSON.stringify(await context().audit())).not.toContain(key.slice(4, 36));
});
