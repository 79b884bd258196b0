import { describe, expect, it } from 'vitest';
import type { Caller } from '@/lib/domain/caller';
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

const context = contextForEachTest();

/** Without those of PRINCIPALS. */
const sessionRows = (s: ServiceContext) => s.db.rows("SELECT hash FROM sessions WHERE client <> 'test'");

describe('signing in and sessions', () => {
  it('the right password opens a session that ends after 30 days, to the millisecond', async () => {
    await givePassword(context(), 'owner');
    const secret = await session(context(), 'owner');
    const found = [];
    for (const byMs of [-1, 0, 1]) {
      await context().db.setClock(T0 + SESSION_MS + byMs);
      found.push((await findSession(context().ports, secret))?.user.id ?? null);
    }
    expect(found).toEqual(['owner', null, null]);
  });

  it('a wrong password, an unknown address, no password at all and a disabled person look the same', async () => {
    await givePassword(context(), 'owner');
    await givePassword(context(), 'other');
    await changeUser(context().ports, PRINCIPALS.operator, { userId: 'other' }, { isDisabled: true });
    for (const [email, password] of [
      [emailOf('owner'), `${PASSWORD}!`],
      [emailOf('owner'), ''],
      ['nobody@example.org', PASSWORD],
      ['no address', PASSWORD],
      [emailOf('admin'), PASSWORD],
      [emailOf('other'), PASSWORD],
    ] as const) {
      expect(await signInAs(context(), email, password)).toEqual({ kind: 'wrong' });
    }
    expect(await sessionRows(context())).toEqual([]);
  });

  it('attempt 11 for one account waits, the right password included; after the window it is looked at again', async () => {
    await givePassword(context(), 'owner');
    const kinds = [];
    for (let i = 0; i < ATTEMPTS_MAX.account; i++) {
      kinds.push((await signInAs(context(), emailOf('owner'), 'wrong password')).kind);
    }
    expect(new Set(kinds)).toEqual(new Set(['wrong']));
    expect(await signInAs(context(), emailOf('owner'), PASSWORD)).toEqual({
      kind: 'throttled',
      waitMs: THROTTLE_WINDOW_MS,
    });
    await context().db.setClock(T0 + THROTTLE_WINDOW_MS);
    expect((await signInAs(context(), emailOf('owner'), PASSWORD)).kind).toBe('signed-in');
  });

  it.each([
    [
      'the person is disabled',
      (s: ServiceContext) => changeUser(s.ports, PRINCIPALS.admin, { userId: 'owner' }, { isDisabled: true }),
    ],
    [
      'an admin sets a password',
      (s: ServiceContext) => setPassword(s.ports, PRINCIPALS.admin, { userId: 'owner' }, `${PASSWORD}?`),
    ],
    [
      'they change it themselves',
      (s: ServiceContext) => changeOwnPassword(s.ports, PRINCIPALS.owner, PASSWORD, `${PASSWORD}?`),
    ],
  ])('all sessions end when %s; others’ do not', async (_, act) => {
    await givePassword(context(), 'owner');
    await givePassword(context(), 'other');
    const secrets = [await session(context(), 'owner'), await session(context(), 'owner')];
    const others = await session(context(), 'other');
    expect(verdictOf(await act(context()))).toBe('ok');
    for (const secret of secrets) expect(await findSession(context().ports, secret)).toBeNull();
    expect((await findSession(context().ports, others))?.user.id).toBe('other');
  });

  it('one session ends by itself and the other lives on; a list shows those that live', async () => {
    await givePassword(context(), 'owner');
    const [first, second] = [await session(context(), 'owner'), await session(context(), 'owner')];
    await endSession(context().ports, first);
    await endSession(context().ports, first);
    expect(await findSession(context().ports, first)).toBeNull();
    expect(await findSession(context().ports, second)).not.toBeNull();
    const { ports } = context();
    const listed = async (who: Caller) =>
      accepted(await listOwnSessions(ports, who, 1)).sessions.map(({ hash }) => hash);
    expect((await listed(PRINCIPALS.owner)).sort()).toEqual(
      [PRINCIPALS.owner.sessionHash, ports.secrets.hash(second)].sort(),
    );
    expect(await listed(PRINCIPALS.other)).toEqual([PRINCIPALS.other.sessionHash]);
  });

  it('one’s own password changes only with the present one and to a good one', async () => {
    await givePassword(context(), 'owner');
    const ask = (present: string, next: string) =>
      changeOwnPassword(context().ports, PRINCIPALS.owner, present, next);
    expect(await ask(`${PASSWORD}!`, 'a new passphrase')).toMatchObject({ refusal: { field: 'present' } });
    expect(await ask(PASSWORD, 'short')).toMatchObject({ refusal: { field: 'password' } });
    expect((await signInAs(context(), emailOf('owner'), PASSWORD)).kind).toBe('signed-in');
    expect(verdictOf(await ask(PASSWORD, 'a new passphrase'))).toBe('ok');
    expect((await signInAs(context(), emailOf('owner'), PASSWORD)).kind).toBe('wrong');
    expect((await signInAs(context(), emailOf('owner'), 'a new passphrase')).kind).toBe('signed-in');
  });

  it('guesses of one’s own password count as attempts to sign in, and the right one is refused with them', async () => {
    await givePassword(context(), 'owner');
    const ask = (present: string) =>
      changeOwnPassword(context().ports, PRINCIPALS.owner, present, 'a new passphrase');
    for (let i = 0; i < ATTEMPTS_MAX.account; i++) {
      expect(await ask(`${PASSWORD}!`)).toMatchObject({
        refusal: { message: expect.stringMatching(/not right/) },
      });
    }
    expect(await ask(PASSWORD)).toMatchObject({
      refusal: { field: 'present', message: expect.stringMatching(/Too many.* 15 min/) },
    });
    expect((await signInAs(context(), emailOf('owner'), PASSWORD)).kind).toBe('throttled');
    await context().db.setClock(T0 + THROTTLE_WINDOW_MS);
    expect(verdictOf(await ask(PASSWORD))).toBe('ok');
  });

  it('a changed password ends the count of attempts', async () => {
    await givePassword(context(), 'owner');
    for (let i = 1; i < ATTEMPTS_MAX.account; i++) {
      await signInAs(context(), emailOf('owner'), `${PASSWORD}!`);
    }
    const changed = await changeOwnPassword(context().ports, PRINCIPALS.owner, PASSWORD, 'a new passphrase');
    expect(verdictOf(changed)).toBe('ok');
    expect((await signInAs(context(), emailOf('owner'), PASSWORD)).kind).toBe('wrong');
    expect((await signInAs(context(), emailOf('owner'), 'a new passphrase')).kind).toBe('signed-in');
  });

  it('no password, session secret or hash of one ever reaches the audit log', async () => {
    await givePassword(context(), 'owner');
    const secret = await session(context(), 'owner');
    await signInAs(context(), emailOf('owner'), 'wrong password');
    await changeOwnPassword(context().ports, PRINCIPALS.owner, PASSWORD, 'a new passphrase');
    const entries = JSON.stringify([
      await context().db.rows('SELECT * FROM audit_log'),
      await context().db.rows('SELECT * FROM access_log'),
      await context().db.rows('SELECT * FROM notices'),
    ]);
    const [{ password_hash: hash } = {}] = await context().db.rows(
      "SELECT password_hash FROM users WHERE id = 'owner'",
    );
    for (const text of [
      PASSWORD,
      'wrong password',
      'a new passphrase',
      secret,
      context().ports.secrets.hash(secret),
      String(hash),
    ]) {
      expect(entries).not.toContain(text);
    }
    expect((await context().audit()).map(({ action }) => action)).toEqual([
      'user.set-password',
      'user.change-password',
    ]);
    expect(await context().db.rows('SELECT kind, subject, count FROM access_log ORDER BY kind')).toEqual([
      { kind: 'sign-in', subject: 'owner', count: 1 },
      { kind: 'sign-in.refuse', subject: 'owner', count: 1 },
    ]);
  });
});
