import { beforeEach, expect, it } from 'vitest';
import { secrets } from '@/lib/auth/secrets';
import { type Caller, OPERATOR } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { type BotChange, changeBot } from '@/lib/services/bots/change';
import { createBot } from '@/lib/services/bots/create';
import { deleteBot } from '@/lib/services/bots/delete';
import { askForPlan, declinePlan, grantPlan } from '@/lib/services/bots/plan-request';
import { connectIdentity, disconnectIdentity } from '@/lib/services/identities/own';
import { createKey, rotateKey } from '@/lib/services/keys/change';
import { endSession } from '@/lib/services/sessions/end';
import { signInWithIdentity } from '@/lib/services/sessions/sign-in';
import { ensureFirstAdmin, issueSetupToken } from '@/lib/services/setup/first-admin';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import type { UserRef } from '@/lib/services/users/find';
import { BOT_ID, OTHER_BOT_ID, T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, onPostgres, ports } from '@/tests/support/data/each-database';
import { addBotsAndPeople, insertSession, signedIn } from '@/tests/support/data/fixtures';
import { heldOpen } from '@/tests/support/data/ports';

/** Pairs of writes of two instances that depend on the same data: the second waits and sees the first’s changes. */

const OWNER = `owner-of-${BOT_ID}`;
const PASSWORD = 'tangerine kettle 42';
const IDENTITY = { provider: 'discord', subject: '42' };
const NEW_BOT = { id: '9'.repeat(18), name: 'New', owner: { userId: 'unowned' }, plan: 'free' } as const;
const person = (userId: string, role: 'admin' | 'owner' = 'owner') => signedIn(userId, role);

onPostgres();
/** The second instance. */
let two: Ports;

beforeEach(async () => {
  two = await connectAgain();
});

async function addAll(): Promise<void> {
  await addBotsAndPeople(ports.directory);
  await insertSession(ports.directory, person(OWNER));
  await db.run(`UPDATE sessions SET confirmed_at_ms = ${T0}`);
}

type Write = (p: Ports) => Promise<unknown>;
const disable =
  (userId: string, who: Caller = OPERATOR): Write =>
  (p) =>
    changeUser(p, who, { userId }, { isDisabled: true });
const demote =
  (email: string): Write =>
  (p) =>
    changeUser(p, OPERATOR, { email }, { role: 'owner' });
const remove =
  (ref: UserRef): Write =>
  (p) =>
    deleteUser(p, OPERATOR, ref);
const change =
  (to: BotChange): Write =>
  (p) =>
    changeBot(p, OPERATOR, BOT_ID, to);
const connect =
  (userId: string): Write =>
  (p) =>
    connectIdentity(p, person(userId), IDENTITY);
const newKey =
  (who: Caller = OPERATOR): Write =>
  (p) =>
    createKey(p, who, { botId: BOT_ID, name: 'x', expiresAtMs: null });
const ask: Write = (p) => askForPlan(p, person(OWNER), BOT_ID, 'business');
/** The request of the bot, as an admin has seen it. */
const asked = async () => {
  const request = await ports.directory.read(({ planRequests }) => planRequests.find(BOT_ID));
  return { botId: BOT_ID, askedAtMs: request?.askedAtMs ?? 0 };
};
const grant: Write = async (p) => grantPlan(p, ADMIN, await asked());
const decline: Write = async (p) => declinePlan(p, SECOND, await asked(), 'Not now');
const newBot: Write = (p) => createBot(p, OPERATOR, NEW_BOT);
const newUser: Write = (p) =>
  createUser(p, OPERATOR, { email: 'new@example.org', role: 'owner', password: PASSWORD });
const newAdmin: Write = (p) =>
  createUser(p, OPERATOR, { email: 'new@example.org', role: 'admin', password: PASSWORD });
const promote: Write = (p) => changeUser(p, OPERATOR, { email: 'new@example.org' }, { role: 'admin' });
const firstAdmin: Write = (p) => ensureFirstAdmin(p, { email: 'first@example.org', password: PASSWORD });
const rotate: Write = (p) => rotateKey(p, OPERATOR, `key-of-${BOT_ID}`, '0');
/** Signs out the session of `signedIn`, whose secret equals its hash here. */
const signOut: Write = (p) =>
  endSession({ ...p, secrets: { ...secrets, hash: (hash) => hash } }, person(OWNER).sessionHash);
const disconnect: Write = (p) => disconnectIdentity(p, person('neighbour'), IDENTITY);
const signIn: Write = (p) => signInWithIdentity(p, IDENTITY, { address: '192.0.2.1', client: '' });

const CONFLICT = { ok: false, refusal: { code: 'conflict' } };
const GONE = { ok: false, refusal: { code: 'not_found' } };
const DENIED = { ok: false, refusal: { code: 'forbidden' } };
const BOTH = { ok: true, value: { name: 'New', plan: 'business' } };
const NOTHING_CREATED = { ok: true, value: null };
const UNOWNED = { userId: 'unowned' };
const ADMIN_REF = { email: 'admin@example.org' };

/** The guarantee, the first write, the second one, its result after the first has committed, and preparations. */
type Pair = [name: string, first: Write, second: Write, result: object, before?: Write];

const [ADMIN, SECOND] = [person('admin', 'admin'), person('second', 'admin')];
const keyByOwner = newKey(person(OWNER));
const giveToUnowned = change({ owner: { email: 'unowned@example.org' } });

const PAIRS: Pair[] = [
  ['two admins who disable each other leave one', disable('second', ADMIN), disable('admin', SECOND), DENIED],
  ['disabling both admins leaves one', disable('second'), disable('admin'), CONFLICT],
  ['deleting both admins leaves one', remove({ userId: 'second' }), remove(ADMIN_REF), CONFLICT],
  ['an admin demoted and one deleted leave one', demote('second@example.org'), remove(ADMIN_REF), CONFLICT],
  ['a person is created once', newUser, newUser, CONFLICT],
  ['a bot is registered once', newBot, newBot, CONFLICT],
  ['a person who gets a new bot is not deleted', newBot, remove(UNOWNED), CONFLICT],
  ['a person who gets a bot is not deleted', giveToUnowned, remove(UNOWNED), CONFLICT],
  ['a person who is deleted gets no bot', remove(UNOWNED), change({ owner: UNOWNED }), GONE],
  ['a bot that is deleted gets no key', (p) => deleteBot(p, OPERATOR, BOT_ID), newKey(), GONE],
  ['a key is rotated once', rotate, rotate, CONFLICT],
  ['two changes of a bot both stay', change({ name: 'New' }), change({ plan: 'business' }), BOTH],
  ['a larger plan is asked for once', ask, ask, CONFLICT],
  ['a request that is granted is not declined', grant, decline, GONE, ask],
  ['a request that is declined is not granted', decline, grant, GONE, ask],
  ['a request is dropped with a change of owner', giveToUnowned, grant, GONE, ask],
  [
    'a request of a bot that is deleted is not granted',
    (p) => deleteBot(p, OPERATOR, BOT_ID),
    grant,
    GONE,
    ask,
  ],
  ['a person who is disabled cannot write any more', disable(OWNER), keyByOwner, DENIED],
  ['a person who signs out cannot write any more', signOut, keyByOwner, DENIED],
  ['a write begun by a person completes before they are disabled', keyByOwner, disable(OWNER), { ok: true }],
  ['an identity is connected to one person only', connect('neighbour'), connect('unowned'), CONFLICT],
  ['a disconnected identity cannot sign in', disconnect, signIn, { kind: 'wrong' }, connect('neighbour')],
];

const WITHOUT_ADMIN: Pair[] = [
  ['there is one first admin', firstAdmin, firstAdmin, NOTHING_CREATED],
  ['no first admin is created beside an admin', newAdmin, firstAdmin, NOTHING_CREATED],
  ['no first admin is created beside one who is promoted', promote, firstAdmin, NOTHING_CREATED, newUser],
  ['no set-up link is issued beside an admin', newAdmin, issueSetupToken, CONFLICT],
  ['no set-up link is issued beside one who is promoted', promote, issueSetupToken, CONFLICT, newUser],
];

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

async function expectPair(...[, first, second, result, before]: Pair): Promise<void> {
  await before?.(ports);
  const held = heldOpen(ports);
  const open = first(held.ports);
  await held.isOpen;
  const late = second(two);
  await waitsOrEnds(late);
  held.end();
  expect(await open).not.toMatchObject({ ok: false });
  expect(await late).toMatchObject(result);
}

it.each(PAIRS)('%s', async (...pair) => {
  await addAll();
  await expectPair(...pair);
});

it.each(WITHOUT_ADMIN)('%s', (...pair) => expectPair(...pair));

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
  await Promise.all([rename(ports, [BOT_ID, OTHER_BOT_ID]), rename(two, [OTHER_BOT_ID, BOT_ID])]);
  // The write that the server aborted ran again completely. On a busy machine it can take its first row once more before
  // the other one wakes up: a second deadlock, and a fourth beginning.
  expect(begun).toBeGreaterThanOrEqual(3);
  const names = (await db.rows('SELECT DISTINCT name FROM bots')).map(({ name }) => name);
  expect(names).toHaveLength(1);
});
