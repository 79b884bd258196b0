import { expect, it } from 'vitest';
import { SESSION_MS } from '@/lib/domain/session';
import { ATTEMPTS_MAX, THROTTLE_WINDOW_MS } from '@/lib/domain/throttle';
import { changeOwnPassword } from '@/lib/services/passwords/change-own';
import { setPassword } from '@/lib/services/passwords/set';
import { endSession } from '@/lib/services/sessions/end';
import { findSession } from '@/lib/services/sessions/find';
import { listOwnSessions } from '@/lib/services/sessions/list-own';
import { changeUser } from '@/lib/services/users/change';
import { T0 } from '@/tests/support/data/accounts';
import {
  contextForEachTest,
  emailOf,
  PRINCIPALS,
  type ServiceContext,
} from '@/tests/support/data/principals';
import { accepted, verdictOf } from '@/tests/support/result';
import { givePassword, PASSWORD, session, signInAs } from './with-password';

const NEXT = 'a new passphrase';
const context = contextForEachTest();
const signIn = async (password: string) => (await signInAs(context(), emailOf('owner'), password)).kind;
const changePassword = (current: string, next = NEXT) =>
  changeOwnPassword(context().ports, PRINCIPALS.owner, current, next);

it('a session ends after exactly 30 days', async () => {
  await givePassword(context(), 'owner');
  const secret = await session(context(), 'owner');
  const found = [];
  for (const byMs of [-1, 0, 1]) {
    await context().db.setClock(T0 + SESSION_MS + byMs);
    found.push((await findSession(context().ports, secret))?.user.id ?? null);
  }
  expect(found).toEqual(['owner', null, null]);
});

it('every failed sign-in has the same result and opens no session', async () => {
  await givePassword(context(), 'owner');
  await givePassword(context(), 'other');
  await changeUser(context().ports, PRINCIPALS.operator, { userId: 'other' }, { isDisabled: true });
  for (const [email, password] of [
    [emailOf('owner'), `${PASSWORD}!`],
    [emailOf('owner'), ''],
    ['nobody@example.org', PASSWORD],
    ['no address', PASSWORD],
    [emailOf('admin'), PASSWORD], // has no password
    [emailOf('other'), PASSWORD], // is disabled
  ] as const) {
    expect(await signInAs(context(), email, password)).toEqual({ kind: 'wrong' });
  }
  expect(await context().db.rows("SELECT hash FROM sessions WHERE client <> 'test'")).toEqual([]);
});

it.each<[string, (s: ServiceContext) => Promise<unknown>]>([
  ['disabled', (s) => changeUser(s.ports, PRINCIPALS.admin, { userId: 'owner' }, { isDisabled: true })],
  ['given a new password', (s) => setPassword(s.ports, PRINCIPALS.admin, { userId: 'owner' }, NEXT)],
  ['changing their password', () => changePassword(PASSWORD)],
])('when a person is %s, their sessions end and those of others do not', async (_, act) => {
  await givePassword(context(), 'owner');
  await givePassword(context(), 'other');
  const [own, others] = [await session(context(), 'owner'), await session(context(), 'other')];
  await act(context());
  expect(await findSession(context().ports, own)).toBeNull();
  expect((await findSession(context().ports, others))?.user.id).toBe('other');
});

it('a person’s other sessions stay when one ends, and only their own are listed', async () => {
  await givePassword(context(), 'owner');
  const { ports } = context();
  const [first, second] = [await session(context(), 'owner'), await session(context(), 'owner')];
  for (let time = 0; time < 2; time++) await endSession(ports, first);
  expect(await findSession(ports, first)).toBeNull();
  expect(await findSession(ports, second)).not.toBeNull();
  const listed = async (name: 'owner' | 'other') =>
    accepted(await listOwnSessions(ports, PRINCIPALS[name], 1)).sessions.map(({ hash }) => hash);
  const own = [PRINCIPALS.owner.sessionHash, ports.secrets.hash(second)];
  expect((await listed('owner')).sort()).toEqual(own.sort());
  expect(await listed('other')).toEqual([PRINCIPALS.other.sessionHash]);
});

it('one’s own password changes only with the current password, to an acceptable one', async () => {
  await givePassword(context(), 'owner');
  expect(await changePassword(`${PASSWORD}!`)).toMatchObject({ refusal: { field: 'present' } });
  expect(await changePassword(PASSWORD, 'short')).toMatchObject({ refusal: { field: 'password' } });
  expect(await signIn(PASSWORD)).toBe('signed-in');
  expect(verdictOf(await changePassword(PASSWORD))).toBe('ok');
  expect([await signIn(PASSWORD), await signIn(NEXT)]).toEqual(['wrong', 'signed-in']);
});

it('guesses of one’s own password count as sign-in attempts, until the window has passed', async () => {
  await givePassword(context(), 'owner');
  for (let i = 0; i < ATTEMPTS_MAX.account; i++) {
    const message = expect.stringMatching(/is wrong/);
    expect(await changePassword(`${PASSWORD}!`)).toMatchObject({ refusal: { message } });
  }
  const message = expect.stringMatching(/Too many.* 15 min/);
  expect(await changePassword(PASSWORD)).toMatchObject({ refusal: { field: 'present', message } });
  const throttled = await signInAs(context(), emailOf('owner'), PASSWORD);
  expect(throttled).toEqual({ kind: 'throttled', waitMs: THROTTLE_WINDOW_MS });
  await context().db.setClock(T0 + THROTTLE_WINDOW_MS);
  expect(verdictOf(await changePassword(PASSWORD))).toBe('ok');
});

it('a changed password resets the number of attempts', async () => {
  await givePassword(context(), 'owner');
  for (let i = 1; i < ATTEMPTS_MAX.account; i++) await signIn(`${PASSWORD}!`);
  expect(verdictOf(await changePassword(PASSWORD))).toBe('ok');
  expect([await signIn(PASSWORD), await signIn(NEXT)]).toEqual(['wrong', 'signed-in']);
});

it('neither a password nor a session secret nor their hashes are in the audit log, access log or notices', async () => {
  await givePassword(context(), 'owner');
  const secret = await session(context(), 'owner');
  await signIn('wrong password');
  await changePassword(PASSWORD);
  const { db, ports } = context();
  const select = (table: string) => db.rows(`SELECT * FROM ${table}`);
  const entries = JSON.stringify(await Promise.all(['audit_log', 'access_log', 'notices'].map(select)));
  const [row] = await db.rows("SELECT password_hash FROM users WHERE id = 'owner'");
  const hashes = [ports.secrets.hash(secret), String(row?.password_hash)];
  for (const text of [PASSWORD, 'wrong password', NEXT, secret, ...hashes]) {
    expect(entries).not.toContain(text);
  }
  const actions = (await context().audit()).map(({ action }) => action);
  expect(actions).toEqual(['user.set-password', 'user.change-password']);
  expect(await db.rows('SELECT kind, subject, count FROM access_log ORDER BY kind')).toEqual([
    { kind: 'sign-in', subject: 'owner', count: 1 },
    { kind: 'sign-in.refuse', subject: 'owner', count: 1 },
  ]);
});
