import { expect, it } from 'vitest';
import { passwords } from '@/lib/auth/passwords';
import { secrets } from '@/lib/auth/secrets';
import { LIVE_KEYS_MAX } from '@/lib/domain/api-key';
import { type Caller, OPERATOR } from '@/lib/domain/caller';
import { PAGE_SIZE } from '@/lib/domain/paging';
import { DAY_MS, HOUR_MS } from '@/lib/domain/plan';
import { SESSION_MS, SESSIONS_MAX } from '@/lib/domain/session';
import type { Directory } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';
import { createKey } from '@/lib/services/keys/create';
import { listKeys } from '@/lib/services/keys/list';
import { revokeKey } from '@/lib/services/keys/revoke';
import { rotateKey } from '@/lib/services/keys/rotate';
import { listOwnSessions, SESSIONS_PER_PAGE } from '@/lib/services/sessions/list-own';
import { signInWithIdentity } from '@/lib/services/sessions/sign-in-with-identity';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import type { Instance } from '@/tests/support/data/database-kind';
import { onEachDatabase } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';
import { signedIn } from '@/tests/support/data/signed-in';
import { accepted, verdictOf } from '@/tests/support/result';

/** The limits of keys per bot and sessions per person, and the pagination of both lists. */

const portsOf = ({ store, directory }: Omit<Instance, 'close'>): Ports => ({
  store,
  directory,
  passwords,
  secrets,
});
const create = (ports: Ports, botId = BOT_ID, expiresAtMs: number | null = null) =>
  createKey(ports, OPERATOR, { botId, name: 'x', expiresAtMs });

/** Adds keys to a bot without the services. */
async function addKeys(directory: Directory, count: number, over: object = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, () => secrets.newId());
  await directory.write([], async ({ keys }, nowMs) => {
    for (const id of ids) {
      const life = { createdAtMs: nowMs, expiresAtMs: null, revokedAtMs: null, lastUsedAtMs: null };
      await keys.insert({ id, botId: BOT_ID, name: 'x', last4: 'abcd', ...life, ...over }, id);
    }
  });
  return ids;
}

onEachDatabase('the live keys of a bot', (context) => {
  const live = async () => {
    const [row] = await context().db.rows(
      `SELECT count(*) AS n FROM api_keys WHERE bot_id = '${BOT_ID}' AND revoked_at_ms IS NULL
         AND (expires_at_ms IS NULL OR expires_at_ms > ${T0})`,
    );
    return Number(row?.n);
  };

  it('are fifty at most: the next is refused, for this bot alone', async () => {
    const ports = portsOf(context());
    await register(context().directory);
    await register(context().directory, { id: OTHER_BOT_ID });
    await addKeys(context().directory, LIVE_KEYS_MAX - 2);
    expect(LIVE_KEYS_MAX).toBe(50);
    expect(verdictOf(await create(ports))).toBe('ok');
    expect(await create(ports)).toMatchObject({
      ok: false,
      refusal: { code: 'conflict', message: expect.stringContaining('50') },
    });
    expect(verdictOf(await create(ports, OTHER_BOT_ID))).toBe('ok');
    expect(await live()).toBe(50);
  });

  it('are not those that are revoked or have expired', async () => {
    const ports = portsOf(context());
    const { keyId } = await register(context().directory);
    await addKeys(context().directory, 60, { revokedAtMs: T0 });
    await addKeys(context().directory, 60, { expiresAtMs: T0 });
    await addKeys(context().directory, LIVE_KEYS_MAX - 1);
    expect(verdictOf(await create(ports))).toBe('conflict');
    accepted(await revokeKey(ports, OPERATOR, keyId));
    expect(verdictOf(await create(ports))).toBe('ok');
    expect(verdictOf(await create(ports))).toBe('conflict');
  });

  it('are fifty exactly after creations at once through two programs', async () => {
    const second = await context().db.connect();
    const both = [portsOf(context()), portsOf(second)];
    await register(context().directory);
    await addKeys(context().directory, LIVE_KEYS_MAX - 8);
    const results = await Promise.all(
      both.flatMap((ports) => Array.from({ length: 10 }, () => create(ports))),
    );
    const verdicts = results.map(verdictOf).sort();
    expect(verdicts).toEqual([...Array(13).fill('conflict'), ...Array(7).fill('ok')]);
    expect(await live()).toBe(LIVE_KEYS_MAX);
  });

  it('may be one more while a rotated key lives on, and never two', async () => {
    const ports = portsOf(context());
    const { keyId } = await register(context().directory);
    const [other = ''] = await addKeys(context().directory, LIVE_KEYS_MAX - 1);
    accepted(await rotateKey(ports, OPERATOR, keyId, '1h'));
    expect(await live()).toBe(LIVE_KEYS_MAX + 1);
    expect(verdictOf(await create(ports))).toBe('conflict');
    expect(await rotateKey(ports, OPERATOR, other, '7d')).toMatchObject({ refusal: { code: 'conflict' } });
    expect(await live()).toBe(LIVE_KEYS_MAX + 1);
    // Without an overlap a rotation adds no key.
    accepted(await rotateKey(ports, OPERATOR, other, '0'));
    expect(await live()).toBe(LIVE_KEYS_MAX + 1);
    await context().db.setClock(T0 + HOUR_MS);
    expect(verdictOf(await create(ports))).toBe('conflict');
  });

  it('are one more at most after rotations at once through two programs', async () => {
    const second = await context().db.connect();
    const both = [portsOf(context()), portsOf(second)];
    await register(context().directory);
    const ids = await addKeys(context().directory, LIVE_KEYS_MAX - 1);
    const rotations = ids.slice(0, 10).map((id, i) => rotateKey(both[i % 2] as Ports, OPERATOR, id, '24h'));
    const verdicts = (await Promise.all(rotations)).map(verdictOf).sort();
    expect(verdicts).toEqual([...Array(9).fill('conflict'), 'ok']);
    expect(await live()).toBe(LIVE_KEYS_MAX + 1);
  });

  it('of a database that has more all stay; they can be revoked, and rotated one overlap at a time', async () => {
    const ports = portsOf(context());
    const { keyId } = await register(context().directory);
    const [first = '', second = '', third = ''] = await addKeys(context().directory, 199);
    expect(verdictOf(await create(ports))).toBe('conflict');
    accepted(await rotateKey(ports, OPERATOR, keyId, '24h'));
    expect(await live()).toBe(201);
    expect(verdictOf(await rotateKey(ports, OPERATOR, first, '24h'))).toBe('conflict');
    accepted(await rotateKey(ports, OPERATOR, first, '0'));
    accepted(await revokeKey(ports, OPERATOR, second));
    expect(await live()).toBe(200);
    await context().db.setClock(T0 + DAY_MS);
    accepted(await rotateKey(ports, OPERATOR, third, '24h'));
  });
});

onEachDatabase('the list of a bot’s keys', (context) => {
  it('has each key once, a page at a time: the live ones first, and of those the newest', async () => {
    const ports = portsOf(context());
    const { keyId } = await register(context().directory);
    await context().db.setClock(T0 + 1);
    const dead = await addKeys(context().directory, 2 * PAGE_SIZE, {
      createdAtMs: T0 + 1,
      revokedAtMs: T0 + 1,
    });
    const expired = await addKeys(context().directory, 1, { createdAtMs: T0 + 9, expiresAtMs: T0 + 1 });
    const newer = await addKeys(context().directory, 20, { createdAtMs: T0 + 5 });
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(accepted(await listKeys(ports, OPERATOR, BOT_ID, page)));
    expect(pages.map(({ keys, page, total }) => [keys.length, page, total])).toEqual([
      [PAGE_SIZE, 1, 122],
      [PAGE_SIZE, 2, 122],
      [22, 3, 122],
    ]);
    const ids = pages.flatMap(({ keys }) => keys.map(({ id }) => id));
    expect(ids).toEqual([...newer.toSorted(), keyId, ...expired, ...dead.toSorted()]);
  });

  it('gives the last page for one that is not there', async () => {
    await register(context().directory);
    const { page, keys } = accepted(await listKeys(portsOf(context()), OPERATOR, BOT_ID, 100_000));
    expect([page, keys.length]).toEqual([1, 1]);
  });
});

const IDENTITY = { provider: 'discord', subject: '42' };
const FROM = { address: '192.0.2.1', client: 'Browser' };
const WHO: Caller = signedIn('person', 'owner');

/** Creates a person who signs in with Discord, because hashing a password takes too long. */
async function addPerson({ directory }: { directory: Directory }, id = 'person') {
  await directory.write([], async ({ users, identities }, nowMs) => {
    const person = { id, email: `${id}@example.org`, name: id, role: 'owner' as const };
    await users.insert({ ...person, isDisabled: false, createdAtMs: nowMs }, null);
    await identities.insert({ ...IDENTITY, subject: id === 'person' ? '42' : id }, id, nowMs);
  });
}

onEachDatabase('the sessions of a person', (context) => {
  const hashes = async () =>
    (await context().db.rows("SELECT hash FROM sessions WHERE user_id = 'person'")).map(({ hash }) => hash);
  const signIn = async (ports: Ports, subject = '42') => {
    const signedIn = await signInWithIdentity(ports, { ...IDENTITY, subject }, FROM);
    if (signedIn.kind !== 'signed-in') throw new Error(signedIn.kind);
    return secrets.hash(signedIn.sessionSecret);
  };
  const signInTimes = async (count: number) => {
    const made: string[] = [];
    for (let i = 0; i < count; i++) {
      await context().db.setClock(T0 + i);
      made.push(await signIn(portsOf(context())));
    }
    return made;
  };

  it('are a hundred at most: the next ends the oldest, and no one else’s', async () => {
    await addPerson(context());
    await addPerson(context(), 'neighbour');
    const neighbours = await signIn(portsOf(context()), 'neighbour');
    expect(SESSIONS_MAX).toBe(100);
    const made = await signInTimes(SESSIONS_MAX + 1);
    expect((await hashes()).sort()).toEqual(made.slice(1).sort());
    const [row] = await context().db.rows(`SELECT count(*) AS n FROM sessions WHERE hash = '${neighbours}'`);
    expect(Number(row?.n)).toBe(1);
  });

  it('are a hundred after sign-ins at once through two programs, each of which is signed in', async () => {
    const second = await context().db.connect();
    await addPerson(context());
    const old = await signInTimes(SESSIONS_MAX - 5);
    await context().db.setClock(T0 + DAY_MS);
    const both = [portsOf(context()), portsOf(second)];
    const made = await Promise.all(both.flatMap((ports) => Array.from({ length: 10 }, () => signIn(ports))));
    const kept = await hashes();
    expect(kept).toHaveLength(SESSIONS_MAX);
    expect(kept.sort()).toEqual([...old.slice(15), ...made].sort());
  });

  it('are listed a page at a time, newest first, without those that have expired', async () => {
    await addPerson(context());
    const made = await signInTimes(SESSIONS_PER_PAGE + 5);
    await context().db.setClock(T0 + SESSION_MS + 1);
    const list = async (page: number) => {
      const { sessions, total, page: shown } = accepted(await listOwnSessions(portsOf(context()), WHO, page));
      return { hashes: sessions.map(({ hash }) => hash), total, shown };
    };
    const newest = made.slice(2).reverse();
    const total = SESSIONS_PER_PAGE + 3;
    expect(await list(1)).toEqual({ hashes: newest.slice(0, SESSIONS_PER_PAGE), total, shown: 1 });
    expect(await list(2)).toEqual({ hashes: newest.slice(SESSIONS_PER_PAGE), total, shown: 2 });
    expect(await list(99)).toEqual(await list(2));
  });
});
