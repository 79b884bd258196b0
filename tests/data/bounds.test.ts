import { expect, it } from 'vitest';
import { secrets } from '@/lib/auth/secrets';
import { LIVE_KEYS_MAX } from '@/lib/domain/keys/api-key';
import { OPERATOR, SESSION_MS, SESSIONS_MAX } from '@/lib/domain/people/caller';
import { DAY_MS, HOUR_MS } from '@/lib/domain/quota/plan';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import type { Ports } from '@/lib/ports/ports';
import { createKey, revokeKey, rotateKey } from '@/lib/services/keys/change';
import { listKeys } from '@/lib/services/keys/find';
import { listOwnSessions, SESSIONS_PER_PAGE } from '@/lib/services/sessions/find';
import { signInWithIdentity } from '@/lib/services/sessions/sign-in';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { addKeys, register, signedIn } from '@/tests/support/data/fixtures';
import { accepted, verdictOf } from '@/tests/support/result';

/** The limits of keys per bot and sessions per person, and the pagination of both lists. */

const create = async (on: Ports = ports, botId = BOT_ID) =>
  verdictOf(await createKey(on, OPERATOR, { botId, name: 'x', expiresAtMs: null }));
const rotate = async (keyId: string, overlap: '0' | '1h' | '24h' | '7d', on: Ports = ports) =>
  verdictOf(await rotateKey(on, OPERATOR, keyId, overlap));

onEachDatabase('the live keys of a bot', () => {
  const live = async () => {
    const [row] = await db.rows(
      `SELECT count(*) AS n FROM api_keys WHERE bot_id = '${BOT_ID}' AND revoked_at_ms IS NULL
         AND (expires_at_ms IS NULL OR expires_at_ms > ${T0})`,
    );
    return Number(row?.n);
  };

  it('are limited to fifty per bot', async () => {
    await register(directory);
    await register(directory, { id: OTHER_BOT_ID });
    await addKeys(directory, LIVE_KEYS_MAX - 2);
    expect(LIVE_KEYS_MAX).toBe(50);
    expect(await create()).toBe('ok');
    expect(await createKey(ports, OPERATOR, { botId: BOT_ID, name: 'x', expiresAtMs: null })).toMatchObject({
      ok: false,
      refusal: { code: 'conflict', message: expect.stringContaining('50') },
    });
    expect(await create(ports, OTHER_BOT_ID)).toBe('ok');
    expect(await live()).toBe(50);
  });

  it('do not include revoked and expired keys', async () => {
    const { keyId } = await register(directory);
    await addKeys(directory, 60, { revokedAtMs: T0 });
    await addKeys(directory, 60, { expiresAtMs: T0 });
    await addKeys(directory, LIVE_KEYS_MAX - 1);
    expect(await create()).toBe('conflict');
    accepted(await revokeKey(ports, OPERATOR, keyId));
    expect(await create()).toBe('ok');
    expect(await create()).toBe('conflict');
  });

  it('are exactly fifty after simultaneous creations through two instances', async () => {
    const both = [ports, await connectAgain()];
    await register(directory);
    await addKeys(directory, LIVE_KEYS_MAX - 8);
    const verdicts = await Promise.all(both.flatMap((on) => Array.from({ length: 10 }, () => create(on))));
    expect(verdicts.sort()).toEqual([...Array(13).fill('conflict'), ...Array(7).fill('ok')]);
    expect(await live()).toBe(LIVE_KEYS_MAX);
  });

  it('may exceed the limit by one during the overlap of a rotation, never by two', async () => {
    const { keyId } = await register(directory);
    const [other = ''] = await addKeys(directory, LIVE_KEYS_MAX - 1);
    expect(await rotate(keyId, '1h')).toBe('ok');
    expect(await live()).toBe(LIVE_KEYS_MAX + 1);
    expect(await create()).toBe('conflict');
    expect(await rotate(other, '7d')).toBe('conflict');
    expect(await live()).toBe(LIVE_KEYS_MAX + 1);
    // Without an overlap a rotation adds no key.
    expect(await rotate(other, '0')).toBe('ok');
    expect(await live()).toBe(LIVE_KEYS_MAX + 1);
    await db.setClock(T0 + HOUR_MS);
    expect(await create()).toBe('conflict');
  });

  it('exceed the limit by one at most after simultaneous rotations through two instances', async () => {
    const second = await connectAgain();
    await register(directory);
    const ids = (await addKeys(directory, LIVE_KEYS_MAX - 1)).slice(0, 10);
    const verdicts = await Promise.all(ids.map((id, i) => rotate(id, '24h', i % 2 === 0 ? ports : second)));
    expect(verdicts.sort()).toEqual([...Array(9).fill('conflict'), 'ok']);
    expect(await live()).toBe(LIVE_KEYS_MAX + 1);
  });

  it('is not passed for good by a key that is rotated again within its overlap', async () => {
    const { keyId } = await register(directory);
    await addKeys(directory, LIVE_KEYS_MAX - 1);
    accepted(await rotateKey(ports, OPERATOR, keyId, '1h'));
    expect(await live()).toBe(LIVE_KEYS_MAX + 1);
    const again = await rotateKey(ports, OPERATOR, keyId, '0');
    expect(again).toMatchObject({ ok: false, refusal: { code: 'conflict' } });
    accepted(await revokeKey(ports, OPERATOR, keyId));
    expect(await live()).toBe(LIVE_KEYS_MAX);
  });

  it('that already exceed the limit stay; they can be revoked, and rotated with one overlap at a time', async () => {
    const { keyId } = await register(directory);
    const [first = '', second = '', third = ''] = await addKeys(directory, 199);
    expect(await create()).toBe('conflict');
    expect(await rotate(keyId, '24h')).toBe('ok');
    expect(await live()).toBe(201);
    expect(await rotate(first, '24h')).toBe('conflict');
    expect(await rotate(first, '0')).toBe('ok');
    accepted(await revokeKey(ports, OPERATOR, second));
    expect(await live()).toBe(200);
    await db.setClock(T0 + DAY_MS);
    expect(await rotate(third, '24h')).toBe('ok');
  });
});

onEachDatabase('the list of a bot’s keys', () => {
  it('has each key once, page by page: live ones first, then newest first', async () => {
    const { keyId } = await register(directory);
    await db.setClock(T0 + 1);
    const dead = { createdAtMs: T0 + 1, revokedAtMs: T0 + 1 };
    const revoked = await addKeys(directory, 2 * PAGE_SIZE, dead);
    const expired = await addKeys(directory, 1, { createdAtMs: T0 + 9, expiresAtMs: T0 + 1 });
    const newer = await addKeys(directory, 20, { createdAtMs: T0 + 5 });
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(accepted(await listKeys(ports, OPERATOR, BOT_ID, page)));
    expect(pages.map(({ keys, page, total }) => [keys.length, page, total])).toEqual([
      [PAGE_SIZE, 1, 122],
      [PAGE_SIZE, 2, 122],
      [22, 3, 122],
    ]);
    const ids = pages.flatMap(({ keys }) => keys.map(({ id }) => id));
    expect(ids).toEqual([...newer.toSorted(), keyId, ...expired, ...revoked.toSorted()]);
  });
});

onEachDatabase('the sessions of a person', () => {
  /** Creates a person who signs in with Discord, because hashing a password takes too long. */
  const addPerson = (id: string) =>
    directory.write([], async ({ users, identities }, nowMs) => {
      const person = { id, email: `${id}@example.org`, name: id, role: 'owner' as const };
      await users.insert({ ...person, isDisabled: false, createdAtMs: nowMs }, null);
      await identities.insert({ provider: 'discord', subject: id }, id, nowMs);
    });
  const hashesOf = async (userId: string) => {
    const rows = await db.rows(`SELECT hash FROM sessions WHERE user_id = '${userId}'`);
    return rows.map(({ hash }) => hash).sort();
  };
  const signIn = async (on: Ports = ports, subject = 'person') => {
    const origin = { address: '192.0.2.1', client: 'Browser' };
    const signedIn = await signInWithIdentity(on, { provider: 'discord', subject }, origin);
    if (signedIn.kind !== 'signed-in') throw new Error(signedIn.kind);
    return secrets.hash(signedIn.sessionSecret);
  };
  const signInTimes = async (count: number) => {
    const hashes: string[] = [];
    for (let i = 0; i < count; i++) {
      await db.setClock(T0 + i);
      hashes.push(await signIn());
    }
    return hashes;
  };

  it('are limited to a hundred: the next sign-in ends the oldest, of this person only', async () => {
    await addPerson('person');
    await addPerson('neighbour');
    const neighbours = await signIn(ports, 'neighbour');
    expect(SESSIONS_MAX).toBe(100);
    const created = await signInTimes(SESSIONS_MAX + 1);
    expect(await hashesOf('person')).toEqual(created.slice(1).sort());
    expect(await hashesOf('neighbour')).toEqual([neighbours]);
  });

  it('are a hundred after simultaneous sign-ins through two instances, all of which succeed', async () => {
    const both = [ports, await connectAgain()];
    await addPerson('person');
    const old = await signInTimes(SESSIONS_MAX - 5);
    await db.setClock(T0 + DAY_MS);
    const created = await Promise.all(both.flatMap((on) => Array.from({ length: 6 }, () => signIn(on))));
    const left = await hashesOf('person');
    expect(left).toHaveLength(SESSIONS_MAX);
    expect(left).toEqual([...old.slice(7), ...created].sort());
  });

  it('are listed page by page, newest first, without expired ones and those of others', async () => {
    await addPerson('person');
    await addPerson('neighbour');
    const created = await signInTimes(SESSIONS_PER_PAGE + 5);
    await signIn(ports, 'neighbour');
    await db.setClock(T0 + SESSION_MS + 1);
    const list = async (page: number) => {
      const found = accepted(await listOwnSessions(ports, signedIn('person', 'owner'), page));
      return { hashes: found.sessions.map(({ hash }) => hash), total: found.total, page: found.page };
    };
    const newest = created.slice(2).reverse();
    const total = SESSIONS_PER_PAGE + 3;
    expect(await list(1)).toEqual({ hashes: newest.slice(0, SESSIONS_PER_PAGE), total, page: 1 });
    expect(await list(2)).toEqual({ hashes: newest.slice(SESSIONS_PER_PAGE), total, page: 2 });
    expect(await list(99)).toEqual(await list(2));
  });
});
