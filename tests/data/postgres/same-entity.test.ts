import { beforeEach, expect, it } from 'vitest';
import { secrets } from '@/lib/auth/secrets';
import { type Caller, OPERATOR } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { connectIdentity } from '@/lib/services/identities/connect';
import { disconnectIdentity } from '@/lib/services/identities/disconnect';
import { createKey } from '@/lib/services/keys/create';
import { rotateKey } from '@/lib/services/keys/rotate';
import { endSession } from '@/lib/services/sessions/end';
import { signInWithIdentity } from '@/lib/services/sessions/sign-in-with-identity';
import { ensureFirstAdmin } from '@/lib/services/setup/ensure-first-admin';
import { issueSetupToken } from '@/lib/services/setup/issue-token';
import { changeUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { deleteUser } from '@/lib/services/users/delete';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { heldOpen } from '@/tests/support/data/held-open';
import { postgres } from '@/tests/support/data/postgres-database';
import { insertSession, signedIn } from '@/tests/support/data/signed-in';
import { addBotsAndPeople, onTwoInstances, type TwoInstances } from '@/tests/support/data/two-instances';

/** Pairs of writes of two instances that depend on the same data: the second waits and sees the first’s changes. */

const OWNER = `owner-of-${BOT_ID}`;
const PASSWORD = 'tangerine kettle 42';
const IDENTITY = { provider: 'discord', subject: '42' };
const NEW_BOT = { id: '9'.repeat(18), name: 'New', owner: { userId: 'unowned' }, plan: 'free' } as const;
const person = (userId: string, role: 'admin' | 'owner' = 'owner') => signedIn(userId, role);

const context = onTwoInstances(postgres);
let db: TwoInstances['db'];
let one: Ports;
let two: Ports;

beforeEach(() => {
  ({ db, one, two } = context());
});

async function addAll(): Promise<void> {
  await addBotsAndPeople(context());
  await insertSession(one.directory, person(OWNER));
  await db.run(`UPDATE sessions SET confirmed_at_ms = ${T0}`);
}

/** Signs out the session of `signedIn`, whose secret equals its hash here. */
const signOut = (p: Ports, userId: string) =>
  endSession({ ...p, secrets: { ...secrets, hash: (hash) => hash } }, signedIn(userId, 'owner').sessionHash);
const disable = (p: Ports, userId: string, who: Caller = OPERATOR) =>
  changeUser(p, who, { userId }, { isDisabled: true });
const newUser = (p: Ports, who: Caller = OPERATOR) =>
  createUser(p, who, { email: 'new@example.org', role: 'owner', password: PASSWORD });
const firstAdmin = (p: Ports) => ensureFirstAdmin(p, { email: 'first@example.org', password: PASSWORD });
const connected = (p: Ports, id: string) => connectIdentity(p, person(id), IDENTITY);
const keyOf = (p: Ports, who: Caller = OPERATOR) =>
  createKey(p, who, { botId: BOT_ID, name: 'x', expiresAtMs: null });

const CONFLICT = { ok: false, refusal: { code: 'conflict' } };
const GONE = { ok: false, refusal: { code: 'not_found' } };
const DENIED = { ok: false, refusal: { code: 'forbidden' } };
const DONE = { ok: true };

type Pair = {
  /** Which write of the first stays open. */
  readonly at?: number;
  readonly first: (p: Ports) => Promise<unknown>;
  readonly second: (p: Ports) => Promise<unknown>;
  /** The result of the second, after the first has committed. */
  readonly result: object | null;
  readonly before?: () => Promise<unknown>;
};

const PAIRS: Record<string, Pair> = {
  'two admins who disable each other leave one': {
    first: (p) => disable(p, 'second', person('admin', 'admin')),
    second: (p) => disable(p, 'admin', person('second', 'admin')),
    result: DENIED,
  },
  'disabling both admins leaves one': {
    first: (p) => disable(p, 'second'),
    second: (p) => disable(p, 'admin'),
    result: CONFLICT,
  },
  'deleting both admins leaves one': {
    first: (p) => deleteUser(p, OPERATOR, { userId: 'second' }),
    second: (p) => deleteUser(p, OPERATOR, { email: 'admin@example.org' }),
    result: CONFLICT,
  },
  'an admin made an owner and one deleted leave one': {
    first: (p) => changeUser(p, OPERATOR, { email: 'second@example.org' }, { role: 'owner' }),
    second: (p) => deleteUser(p, OPERATOR, { userId: 'admin' }),
    result: CONFLICT,
  },
  'a person is created once': { first: newUser, second: newUser, result: CONFLICT },
  'a bot is registered once': {
    at: 2,
    first: (p) => createBot(p, OPERATOR, NEW_BOT),
    second: (p) => createBot(p, OPERATOR, NEW_BOT),
    result: CONFLICT,
  },
  'a person who gets a new bot is not deleted': {
    at: 2,
    first: (p) => createBot(p, OPERATOR, NEW_BOT),
    second: (p) => deleteUser(p, OPERATOR, { userId: 'unowned' }),
    result: CONFLICT,
  },
  'a person who gets a bot is not deleted': {
    first: (p) => changeBot(p, OPERATOR, BOT_ID, { owner: { email: 'unowned@example.org' } }),
    second: (p) => deleteUser(p, OPERATOR, { userId: 'unowned' }),
    result: CONFLICT,
  },
  'a person who is deleted gets no bot': {
    first: (p) => deleteUser(p, OPERATOR, { userId: 'unowned' }),
    second: (p) => changeBot(p, OPERATOR, BOT_ID, { owner: { userId: 'unowned' } }),
    result: GONE,
  },
  'a bot that is deleted gets no key': {
    first: (p) => deleteBot(p, OPERATOR, BOT_ID),
    second: (p) => keyOf(p),
    result: GONE,
  },
  'a key is rotated once': {
    first: (p) => rotateKey(p, OPERATOR, `key-of-${BOT_ID}`, '0'),
    second: (p) => rotateKey(p, OPERATOR, `key-of-${BOT_ID}`, '0'),
    result: CONFLICT,
  },
  'of two changes of a bot both stay': {
    first: (p) => changeBot(p, OPERATOR, BOT_ID, { name: 'New' }),
    second: (p) => changeBot(p, OPERATOR, BOT_ID, { plan: 'business' }),
    result: { ok: true, value: { name: 'New', plan: 'business' } },
  },
  'a person who is disabled cannot write any more': {
    first: (p) => disable(p, OWNER),
    second: (p) => keyOf(p, person(OWNER)),
    result: DENIED,
  },
  'a person who signs out cannot write any more': {
    first: (p) => signOut(p, OWNER),
    second: (p) => keyOf(p, person(OWNER)),
    result: DENIED,
  },
  'a write that a person has begun is completed before they are disabled': {
    first: (p) => keyOf(p, person(OWNER)),
    second: (p) => disable(p, OWNER),
    result: DONE,
  },
  'an identity is connected to one person only': {
    first: (p) => connected(p, 'neighbour'),
    second: (p) => connected(p, 'unowned'),
    result: CONFLICT,
  },
  'an identity that is disconnected cannot be used to sign in': {
    before: () => connected(one, 'neighbour'),
    first: (p) => disconnectIdentity(p, person('neighbour'), IDENTITY),
    second: (p) => signInWithIdentity(p, IDENTITY, { address: '192.0.2.1', client: '' }),
    result: { kind: 'wrong' },
  },
};

const WITHOUT_USERS: Record<string, Pair> = {
  'there is one first admin': { first: firstAdmin, second: firstAdmin, result: { ok: true, value: null } },
  'no first admin is created beside a first user': {
    first: (p) => newUser(p),
    second: firstAdmin,
    result: { ok: true, value: null },
  },
  'no set-up link is issued beside a first user': {
    first: (p) => newUser(p),
    second: issueSetupToken,
    result: null,
  },
};

/** Resolves when a write waits for a lock, or has ended without waiting. */
async function waitsOrEnds(write: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  write.then(done, done);
  const waiting =
    'SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()';
  while (!isDone && (await db.rows(`${waiting} WHERE NOT l.granted`)).length === 0);
}

async function expectPair({ first, second, result, before, at }: Pair): Promise<void> {
  await before?.();
  const held = heldOpen(one, at);
  const open = first(held.ports);
  await held.isOpen;
  const late = second(two);
  await waitsOrEnds(late);
  held.end();
  expect(await open).not.toMatchObject({ ok: false });
  if (result === null) expect(await late).toBeNull();
  else expect(await late).toMatchObject(result);
}

it.each(Object.entries(PAIRS))('%s', async (_, pair) => {
  await addAll();
  await expectPair(pair);
});

it.each(Object.entries(WITHOUT_USERS))('%s', (_, pair) => expectPair(pair));

it('two writes that deadlock both succeed in the end', async () => {
  await addAll();
  let begun = 0;
  let bothBegan = () => {};
  const both = new Promise<void>((resolve) => {
    bothBegan = resolve;
  });
  const rename = (p: Ports, [from, to]: readonly [string, string]) =>
    p.directory.write([], async ({ bots }, nowMs) => {
      await bots.update(from, { name: `By ${from}` }, nowMs);
      if (++begun === 2) bothBegan();
      await both;
      await bots.update(to, { name: `By ${from}` }, nowMs);
    });
  await Promise.all([rename(one, [BOT_ID, OTHER_BOT_ID]), rename(two, [OTHER_BOT_ID, BOT_ID])]);
  // Three begins: the write that the server aborted ran again completely.
  expect(begun).toBe(3);
  const names = (await db.rows('SELECT DISTINCT name FROM bots')).map(({ name }) => name);
  expect(names).toHaveLength(1);
});
