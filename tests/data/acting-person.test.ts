import { expect, it } from 'vitest';
import { secrets } from '@/lib/auth/secrets';
import type { Caller, Session } from '@/lib/domain/people/caller';
import type { Ports, Tables } from '@/lib/ports/ports';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { connectIdentity, disconnectIdentity } from '@/lib/services/identities/own';
import { createKey, revokeKey, rotateKey } from '@/lib/services/keys/change';
import { inviteUser, issueReset, withdrawInvitation } from '@/lib/services/links/issue';
import { dismissOwnNotices } from '@/lib/services/notices/notices';
import { changeOwnPassword, confirmPassword } from '@/lib/services/passwords/own';
import { setPassword } from '@/lib/services/passwords/set';
import type { Result } from '@/lib/services/result';
import { endOwnSessions } from '@/lib/services/sessions/end';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { db, directory, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { register } from '@/tests/support/data/fixtures';
import { writingBy } from '@/tests/support/data/ports';

/** Every service that writes for a person, when that person changes after the request was authenticated. */

type Write = (ports: Ports, who: Caller) => Promise<Result<unknown>>;

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

const BY_ADMINS: Record<string, Write> = {
  createUser: (p, who) => createUser(p, who, { email: 'new@example.org', role: 'admin', password: PASSWORD }),
  changeUser: (p, who) => changeUser(p, who, { userId: 'other' }, { role: 'admin' }),
  setPassword: (p, who) => setPassword(p, who, { userId: 'other' }, PASSWORD),
  deleteUser: (p, who) => deleteUser(p, who, { userId: 'other' }),
  inviteUser: (p, who) => inviteUser(p, who, { email: 'new@example.org', role: 'admin' }),
  issueReset: (p, who) => issueReset(p, who, { userId: 'other' }),
  withdrawInvitation: (p, who) => withdrawInvitation(p, who, 'invited'),
  createBot: (p, who) =>
    createBot(p, who, { id: '9'.repeat(18), name: 'New', owner: { userId: 'other' }, plan: 'free' }),
  changeBot: (p, who) => changeBot(p, who, BOT_ID, { plan: 'business' }),
  deleteBot: (p, who) => deleteBot(p, who, BOT_ID),
};

const BY_OWNERS: Record<string, Write> = {
  createKey: (p, who) => createKey(p, who, { botId: BOT_ID, name: 'another', expiresAtMs: null }),
  rotateKey: (p, who) => rotateKey(p, who, KEY, '1h'),
  revokeKey: (p, who) => revokeKey(p, who, KEY),
};

const ON_ONESELF: Record<string, Write> = {
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
  'signed in with another session': async ({ sessions }) => {
    await sessions.delete(SESSION_ROW.hash);
    await sessions.insert({ ...SESSION_ROW, hash: secrets.hash('another session') });
  },
  'left with an expired session': async ({ sessions }) => {
    await sessions.delete(SESSION_ROW.hash);
    await sessions.insert({ ...SESSION_ROW, expiresAtMs: T0 });
  },
  'left with a session of another person': async ({ sessions }) => {
    await sessions.delete(SESSION_ROW.hash);
    await sessions.insert({ ...SESSION_ROW, userId: 'second-admin' });
  },
};

/** How many transactions each service writes in, if more than one. */
const TRANSACTIONS: Readonly<Record<string, number>> = {
  changeOwnPassword: 2,
  confirmPassword: 2,
};

const TABLES = 'users bots api_keys sessions identities notices audit_log access_links'.split(' ');

const allRows = () => Promise.all(TABLES.map((table) => db.rows(`SELECT * FROM ${table}`)));

async function insertPerson(tables: Tables, id: string, role: 'admin' | 'owner'): Promise<void> {
  const person = { id, email: `${id}@example.org`, name: id, role, isDisabled: false, createdAtMs: T0 };
  await tables.users.insert(person, await ports.passwords.hash(PASSWORD));
}

/** Creates two admins, an owner, and a bot with a key. */
async function setUp(): Promise<void> {
  await register(directory, { ownerId: 'boss' });
  await directory.write([], async (tables) => {
    await insertPerson(tables, ACTOR, 'admin');
    await insertPerson(tables, 'second-admin', 'admin');
    await insertPerson(tables, 'other', 'owner');
    await tables.sessions.insert(SESSION_ROW);
    await insertOwn(tables);
  });
}

/** What goes with the actor. */
async function insertOwn({ identities, notices }: Tables): Promise<void> {
  await identities.insert({ provider: 'discord', subject: '41' }, ACTOR, T0);
  const notice = { kind: 'sign-out.everywhere', actor: ACTOR, detail: '' } as const;
  await notices.insert({ id: 'notice', atMs: T0, ...notice }, ACTOR);
}

/** Undoes a change of CHANGES. */
const restoreActor = (change: string) =>
  directory.write([], async (tables) => {
    if (change === 'deleted') {
      await insertPerson(tables, ACTOR, 'admin');
      await insertOwn(tables);
    } else await tables.users.update(ACTOR, { role: 'admin', isDisabled: false }, T0);
    await tables.sessions.deleteOfUser(ACTOR);
    await tables.sessions.delete(SESSION_ROW.hash);
    await tables.sessions.insert(SESSION_ROW);
  });

/** Ports on which `interrupt` runs just before write number `at`. */
function interrupted(at: number, interrupt: () => Promise<void>) {
  let writes = 0;
  const hooked = writingBy(directory, async (locks, work) => {
    if (++writes === at) await interrupt();
    return directory.write(locks, work);
  });
  return { writes: () => writes, ports: { ...ports, directory: hooked } };
}

onEachDatabase('an admin who after authentication is', () => {
  it.each(Object.entries(CHANGES))('%s can write nothing', async (name, change) => {
    await setUp();
    const writes = { ...BY_ADMINS, ...BY_OWNERS, ...(name === 'demoted' ? {} : ON_ONESELF) };
    for (const [service, write] of Object.entries(writes)) {
      for (let at = 1; at <= (TRANSACTIONS[service] ?? 1); at++) {
        let before: unknown = null;
        const hooked = interrupted(at, async () => {
          await directory.write([], change);
          before = await allRows();
        });
        const result = await write(hooked.ports, WHO);
        expect(result, service).toMatchObject({ ok: false, refusal: { isDenial: true } });
        expect(hooked.writes(), service).toBeGreaterThanOrEqual(at);
        expect(await allRows(), service).toEqual(before);
        await restoreActor(name);
      }
    }
  });

  it('made an owner keeps the rights of an owner', async () => {
    await setUp();
    await directory.write([], ({ bots }) => bots.update(BOT_ID, { ownerId: ACTOR }, T0));
    const hooked = interrupted(1, () =>
      directory.write([], ({ users }) => users.update(ACTOR, { role: 'owner' }, T0)),
    );
    expect(await revokeKey(hooked.ports, WHO, KEY)).toMatchObject({ ok: true });
    expect(hooked.writes()).toBe(1);
  });
});
