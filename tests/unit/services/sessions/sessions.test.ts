import { expect, it } from 'vitest';
import { sessionId } from '@/lib/domain/people/caller';
import { ATTEMPTS_MAX, THROTTLE_WINDOW_MS } from '@/lib/domain/people/throttle';
import { changeOwnPassword } from '@/lib/services/passwords/own';
import { endOneSession } from '@/lib/services/sessions/end';
import { findSession } from '@/lib/services/sessions/find';
import { T0 } from '@/tests/support/data/accounts';
import { contextForEachTest, emailOf, PRINCIPALS } from '@/tests/support/data/principals';
import { verdictOf } from '@/tests/support/result';
import { givePassword, PASSWORD, session, signInAs } from './with-password';

const NEXT = 'a new passphrase';
const context = contextForEachTest();
const signIn = async (password: string) => (await signInAs(context(), emailOf('owner'), password)).kind;
const changePassword = (current: string, next = NEXT) =>
  changeOwnPassword(context().ports, PRINCIPALS.owner, current, next);

it('one’s own password changes only with the current password, to an acceptable one', async () => {
  await givePassword(context(), 'owner');
  expect(await changePassword(`${PASSWORD}!`)).toMatchObject({ refusal: { field: 'currentPassword' } });
  expect(await changePassword(PASSWORD, 'short')).toMatchObject({ refusal: { field: 'password' } });
  expect(await signIn(PASSWORD)).toBe('signed-in');
  expect(verdictOf(await changePassword(PASSWORD))).toBe('ok');
  expect([await signIn(PASSWORD), await signIn(NEXT)]).toEqual(['wrong', 'signed-in']);
});

it('one session of one’s own ends by its id, and nobody else’s does', async () => {
  for (const name of ['owner', 'other'] as const) await givePassword(context(), name);
  const secrets: string[] = [];
  for (const name of ['owner', 'owner', 'other'] as const) secrets.push(await session(context(), name));
  const { ports } = context();
  const end = async (at: number) =>
    verdictOf(await endOneSession(ports, PRINCIPALS.owner, sessionId(ports.secrets.hash(secrets[at] ?? ''))));
  expect([await end(2), await end(1), await end(1)]).toEqual(['not_found', 'ok', 'not_found']);
  const live = await Promise.all(secrets.map(async (secret) => (await findSession(ports, secret)) !== null));
  expect(live).toEqual([true, false, true]);
});

it('guesses of one’s own password count as sign-in attempts, until the window has passed', async () => {
  await givePassword(context(), 'owner');
  for (let i = 0; i < ATTEMPTS_MAX.account; i++) {
    const message = expect.stringMatching(/is wrong/);
    expect(await changePassword(`${PASSWORD}!`)).toMatchObject({ refusal: { message } });
  }
  const message = expect.stringMatching(/Too many.* 15 min/);
  expect(await changePassword(PASSWORD)).toMatchObject({ refusal: { field: 'currentPassword', message } });
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
