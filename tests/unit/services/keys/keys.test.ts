import { describe, expect, it } from 'vitest';
import { isWellFormedKey } from '@/lib/domain/api-key';
import { DAY_MS, HOUR_MS } from '@/lib/domain/plan';
import { reportStats } from '@/lib/services/calls/report';
import { createKey } from '@/lib/services/keys/create';
import { listKeys } from '@/lib/services/keys/list';
import { revokeKey } from '@/lib/services/keys/revoke';
import { rotateKey } from '@/lib/services/keys/rotate';
import { BOT_ID, REPORT, T0 } from '@/tests/support/data/accounts';
import { contextForEachTest, PRINCIPALS } from '@/tests/support/data/principals';
import { accepted, verdictOf } from '@/tests/support/result';

const context = contextForEachTest();
const opens = async (key: string) =>
  (await context().ports.store.find({ keyHash: context().ports.secrets.hash(key) })) !== null;

describe('keys', () => {
  it('a new key opens its bot; what is stored and audited could not be used as one', async () => {
    const { ports, db } = context();
    const input = { botId: BOT_ID, name: 'second', expiresAtMs: null };
    const { key, apiKey } = accepted(await createKey(ports, PRINCIPALS.owner, input));
    expect(isWellFormedKey(key)).toBe(true);
    expect(await opens(key)).toBe(true);
    expect(apiKey).toMatchObject({ botId: BOT_ID, name: 'second', last4: key.slice(-4), lastUsedAtMs: null });
    const stored = JSON.stringify([
      await db.rows('SELECT * FROM api_keys'),
      await db.rows('SELECT * FROM audit_log'),
    ]);
    expect(stored).not.toContain(key.slice(4, 36));
    expect(JSON.stringify(await context().audit())).not.toContain(ports.secrets.hash(key));
    expect(JSON.stringify(accepted(await listKeys(ports, PRINCIPALS.owner, BOT_ID, 1)))).not.toContain(
      ports.secrets.hash(key),
    );
  });

  it('are different every time', async () => {
    const keys = Array.from({ length: 200 }, () => context().ports.secrets.newKey());
    expect(new Set(keys).size).toBe(200);
    expect(keys.every(isWellFormedKey)).toBe(true);
  });

  it.each([
    [-1, 'invalid'],
    [0, 'invalid'],
    [1, 'ok'],
  ])('an expiry %i ms from now is %s', async (byMs, verdict) => {
    const input = { botId: BOT_ID, name: 'x', expiresAtMs: T0 + byMs };
    expect(verdictOf(await createKey(context().ports, PRINCIPALS.owner, input))).toBe(verdict);
  });

  it('a name is judged like any name', async () => {
    const input = { botId: BOT_ID, name: ' ', expiresAtMs: null };
    expect(await createKey(context().ports, PRINCIPALS.owner, input)).toMatchObject({
      refusal: { field: 'name' },
    });
  });

  it('revoked, a key is dead at once, and keeps the first time of revocation', async () => {
    const { ports, bot, db } = context();
    const revoked = accepted(await revokeKey(ports, PRINCIPALS.owner, bot.keyId));
    expect(await opens(bot.key)).toBe(false);
    await db.setClock(T0 + HOUR_MS);
    expect(accepted(await revokeKey(ports, PRINCIPALS.owner, bot.keyId)).revokedAtMs).toBe(
      revoked.revokedAtMs,
    );
    expect((await context().audit()).map(({ action }) => action)).toEqual(['key.revoke']);
  });

  it.each([
    ['0', 0],
    ['1h', HOUR_MS],
    ['24h', 24 * HOUR_MS],
    ['7d', 168 * HOUR_MS],
  ] as const)(
    'rotated with overlap %s, the new key works at once and the old one for %i ms more',
    async (overlap, ms) => {
      const { ports, bot, db } = context();
      const { key } = accepted(await rotateKey(ports, PRINCIPALS.owner, bot.keyId, overlap));
      const opened = [];
      for (const byMs of [0, ms - 1, ms]) {
        await db.setClock(T0 + Math.max(0, byMs));
        opened.push([await opens(bot.key), await opens(key)]);
      }
      const isOverlapping = ms > 0;
      expect(opened).toEqual([
        [isOverlapping, true],
        [isOverlapping, true],
        [false, true],
      ]);
      expect(JSON.stringify(await context().audit())).not.toContain(key.slice(4, 36));
    },
  );

  it('rotated, the new key is meant to live as long as the old one was, and the old one never longer than it was', async () => {
    const { ports, db } = context();
    const input = { botId: BOT_ID, name: 'short', expiresAtMs: T0 + 2 * DAY_MS };
    const old = accepted(await createKey(ports, PRINCIPALS.owner, input));
    await db.setClock(T0 + DAY_MS);
    const { apiKey } = accepted(await rotateKey(ports, PRINCIPALS.owner, old.apiKey.id, '7d'));
    expect(apiKey).toMatchObject({
      name: 'short',
      expiresAtMs: T0 + 3 * DAY_MS,
      revokedAtMs: null,
      lastUsedAtMs: null,
    });
    await db.setClock(T0 + 2 * DAY_MS);
    expect(await opens(old.key)).toBe(false);
  });

  it('a dead key cannot be rotated to life', async () => {
    const { ports, bot, db } = context();
    const input = { botId: BOT_ID, name: 'short', expiresAtMs: T0 + 5 };
    const short = accepted(await createKey(ports, PRINCIPALS.owner, input));
    await db.setClock(T0 + 5);
    await revokeKey(ports, PRINCIPALS.owner, bot.keyId);
    for (const id of [short.apiKey.id, bot.keyId]) {
      expect(verdictOf(await rotateKey(ports, PRINCIPALS.owner, id, '7d'))).toBe('conflict');
    }
  });

  it('a second and a rotated key change neither quota nor interval: these are the bot’s', async () => {
    const { ports, bot } = context();
    await reportStats(ports, bot, BOT_ID, REPORT);
    const { key } = accepted(await rotateKey(ports, PRINCIPALS.owner, bot.keyId, '1h'));
    const called = await reportStats(ports, { keyHash: ports.secrets.hash(key) }, BOT_ID, REPORT);
    expect(called?.outcome).toMatchObject({ error: 'update_too_soon' });
    expect(called?.account.cycle.used).toBe(1);
  });
});
