import { expect, it } from 'vitest';
import { secrets } from '@/lib/auth/secrets';
import type { Caller } from '@/lib/domain/caller';
import type { Session } from '@/lib/domain/session';
import type { Directory, Tables } from '@/lib/ports/directory';
import type { Passwords } from '@/lib/ports/passwords';
import type { Ports } from '@/lib/ports/ports';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { connectIdentity } from '@/lib/services/identities/connect';
import { disconnectIdentity } from '@/lib/services/identities/disconnect';
import { createKey } from '@/lib/services/keys/create';
import { revokeKey } from '@/lib/services/keys/revoke';
import { rotateKey } from '@/lib/services/keys/rotate';
import { dismissOwnNotices } from '@/lib/services/notices/dismiss-own';
import { changeOwnPassword } from '@/lib/services/passwords/change-own';
import { confirmPassword } from '@/lib/services/passwords/confirm';
import { setPassword } from '@/lib/services/passwords/set';
import type { Result } from '@/lib/services/result';
import { endOwnSessions } from '@/lib/services/sessions/end-own';
import { changeUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { deleteUser } from '@/lib/services/users/delete';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { type DatabaseContext, onEachDatabase } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';

/** Every service that writes for a person, when that person changes after the request was authenticated. */

type Ask = (ports: Ports, who: Caller) => Promise<Result<unknown>>;

const ACTOR = 'actor';
const PASSWORD = 'tangerine kettle 42';
/** The actor's session, whose password was just confirmed. */
const SESSION_ROW: Session = {
  hash: secrets.hash('session'),
  userId: ACTOR,
  createdAtMs: T0,
  expiresAtMs: T0 + 1,
  client: '',
  confirmedAtMs: T0,
};
const WHO: Caller = { kind: 'person', userId: ACTOR, role: 'admin', sessionHash: SESSION_ROW.hash };
const KEY = `key-of-${BOT_ID}`;

const FOR_ADMINS: Record<string, Ask> = {
  createUser: (p, who) => createUser(p, who, { email: 'new@example.org', role: 'admin', password: PASSWORD }),
  changeUser: (p, who) => changeUser(p, who, { userId: 'other' }, { role: 'admin' }),
  setPassword: (p, who) => setPassword(p, who, { userId: 'other' }, PASSWORD),
  deleteUser: (p, who) => deleteUser(p, who, { userId: 'other' }),
  createBot: (p, who) =>
    createBot(p, who, { id: '9'.repeat(18), name: 'New', owner: { userId: 'other' }, plan: 'free' }),
  changeBot: (p, who) => changeBot(p, who, BOT_ID, { plan: 'business' }),
  deleteBot: (p, who) => deleteBot(p, who, BOT_ID),
};

const FOR_KEYS: Record<string, Ask> = {
  createKey: (p, who) => createKey(p, who, { botId: BOT_ID, name: 'another', expiresAtMs: null }),
  rotateKey: (p, who) => rotateKey(p, who, KEY, '1h'),
  revokeKey: (p, who) => revokeKey(p, who, KEY),
};

const FOR_ONESELF: Record<string, Ask> = {
  changeOwnPassword: (p, who) => changeOwnPassword(p, who, PASSWORD, `${PASSWORD}!`),
  endOwnSessions: (p, who) => endOwnSessions(p, who, { disconnects: true }),
  connectIdentity: (p, who) => connectIdentity(p, who, { provider: 'discord', subject: '42' }),
  confirmPassword: (p, who) => confirmPassword(p, who, PASSWORD),
  disconnectIdentity: (p, who) => disconnectIdentity(p, who, { provider: 'discord', subject: '41' }),
  dismissOwnNotices: (p, who) => dismissOwnNotices(p, who, ['notice']),
};

const CHANGES: Record<string, (tables: Tables) => Promise<void>> = {
  disabled: ({ users }) => users.update(ACTOR, { isDisabled: true }, T0),
  demoted: ({ users }) => users.update(ACTOR, { role: 'owner' }, T0),
  deleted: ({ users }) => users.delete(ACTOR),
  'signed out': ({ sessions }) => sessions.delete(SESSION_ROW.hash),
  'signed in elsewhere instead': async ({ sessions }) => {
    await sessions.delete(SESSION_ROW.hash);
    await sessions.insert({ ...SESSION_ROW, hash: secrets.hash('another session') });
  },
  'at the end of the session': async ({ sessions }) => {
    await sessions.delete(SESSION_ROW.hash);
    await sessions.insert({ ...SESSION_ROW, expiresAtMs: T0 });
  },
  'holding the secret of a session that is another person’s': async ({ sessions }) => {
    await sessions.delete(SESSION_ROW.hash);
    await sessions.insert({ ...SESSION_ROW, userId: 'second-admin' });
  },
};

const CASES = Object.keys(CHANGES).flatMap((change) => {
  const asks = { ...FOR_ADMINS, ...FOR_KEYS, ...(change === 'demoted' ? {} : FOR_ONESELF) };
  return Object.entries(asks).map(([name, ask]) => [change, name, ask] as const);
});

/** The number of the last write for the person, if it is not the first. */
const LAST_WRITE: Readonly<Record<string, number>> = {
  createBot: 2,
  changeOwnPassword: 2,
  confirmPassword: 2,
};

/** A cheap replacement for hashing, which is not under test here. */
const passwords: Passwords = {
  hash: async (password) => `hash of ${password}`,
  verify: async (hash, password) => hash === `hash of ${password}`,
};

const TABLES = ['users', 'bots', 'api_keys', 'sessions', 'identities', 'notices', 'audit_log'];

/** Creates an admin, another person, and a bot of that person with a key. */
async function setUp({ db, directory }: DatabaseContext): Promise<{ rows: () => Promise<unknown> }> {
  await register(directory, { ownerId: 'boss' });
  await directory.write([], async ({ users, sessions, identities, notices }) => {
    for (const [id, role] of [
      [ACTOR, 'admin'],
      ['second-admin', 'admin'],
      ['other', 'owner'],
    ] as const) {
      const person = { id, email: `${id}@example.org`, name: id, role, isDisabled: false, createdAtMs: T0 };
      await users.insert(person, await passwords.hash(PASSWORD));
    }
    await sessions.insert(SESSION_ROW);
    await identities.insert({ provider: 'discord', subject: '41' }, ACTOR, T0);
    const notice = { kind: 'sign-out.everywhere', actor: ACTOR, detail: '' } as const;
    await notices.insert({ id: 'notice', atMs: T0, ...notice }, ACTOR);
  });
  return { rows: () => Promise.all(TABLES.map((table) => db.rows(`SELECT * FROM ${table}`))) };
}

/** A directory in which someone else commits `happen` just before the write number `at`. */
function interrupted(directory: Directory, at: number, happen: () => Promise<void>) {
  let writes = 0;
  return {
    writes: () => writes,
    directory: {
      read: (work) => directory.read(work),
      async write(locks, work) {
        if (++writes === at) await happen();
        return directory.write(locks, work);
      },
    } satisfies Directory,
  };
}

onEachDatabase('a person who was authenticated as an admin and is then', (context) => {
  it.each(CASES)('%s writes nothing by %s', async (change, name, ask) => {
    const { rows } = await setUp(context());
    const { directory, store } = context();
    for (let at = 1; at <= (LAST_WRITE[name] ?? 1); at++) {
      let before: unknown = null;
      const hooked = interrupted(directory, at, async () => {
        await directory.write([], (tables) => CHANGES[change]?.(tables) ?? Promise.reject());
        before = await rows();
      });
      const result = await ask({ store, directory: hooked.directory, passwords, secrets }, WHO);
      expect(hooked.writes()).toBeGreaterThanOrEqual(at);
      expect(result).toMatchObject({ ok: false, refusal: { isDenial: true } });
      expect(await rows()).toEqual(before);
      await restoreActor(directory, change);
    }
  });

  it('made an owner keeps what an owner may do', async () => {
    const { directory, store } = context();
    await setUp(context());
    await directory.write([], ({ bots }) => bots.update(BOT_ID, { ownerId: ACTOR }, T0));
    const hooked = interrupted(directory, 1, () =>
      directory.write([], ({ users }) => users.update(ACTOR, { role: 'owner' }, T0)),
    );
    const ports = { store, directory: hooked.directory, passwords, secrets };
    expect(await revokeKey(ports, WHO, KEY)).toMatchObject({ ok: true });
    expect(hooked.writes()).toBe(1);
  });
});

/** As it was, for the next write. */
async function restoreActor(directory: Directory, change: string): Promise<void> {
  await directory.write([], async ({ users, sessions }) => {
    const person = { id: ACTOR, email: 'actor@example.org', name: ACTOR, role: 'admin' as const };
    if (change === 'deleted') {
      await users.insert({ ...person, isDisabled: false, createdAtMs: T0 }, await passwords.hash(PASSWORD));
    } else {
      await users.update(ACTOR, { role: 'admin', isDisabled: false }, T0);
    }
    await sessions.deleteOfUser(ACTOR);
    await sessions.delete(SESSION_ROW.hash);
    await sessions.insert(SESSION_ROW);
  });
}
