import { describe, expect, it } from 'vitest';
import { ATTEMPTS_MAX, THROTTLE_WINDOW_MS } from '@/lib/domain/throttle';
import { changeOwnPassword } from '@/lib/services/change-own-password';
import { changeUser } from '@/lib/services/change-user';
import { createUser } from '@/lib/services/create-user';
import { deleteUser } from '@/lib/services/delete-user';
import { endSession, listOwnSessions } from '@/lib/services/end-sessions';
import { findSession } from '@/lib/services/find-session';
import { setPassword } from '@/lib/services/set-password';
import { SESSION_MS, signIn } from '@/lib/services/sign-in';
import { T0 } from '@/tests/support/data/accounts';
import { accepted, CAST, emailOf, onStage, type Stage, verdictOf } from '@/tests/support/data/cast';

const PASSWORD = 'tangerine kettle 42';
const NEW = { email: 'new@example.org', role: 'owner', password: PASSWORD } as const;
const FROM = { address: '192.0.2.1', client: 'Browser 1' };
const stage = onStage();

const userRows = (s: Stage) =>
  s.db.rows('SELECT id, email, name, role, disabled_at_ms FROM users ORDER BY id');
const signInAs = (s: Stage, email: string, password: string) => signIn(s.ports, { ...FROM, email, password });

/** A session of someone whose password is PASSWORD. */
async function session(s: Stage, name: 'admin' | 'owner' | 'other'): Promise<string> {
  const signedIn = await signInAs(s, emailOf(name), PASSWORD);
  if (signedIn.kind !== 'signed-in') throw new Error(signedIn.kind);
  return signedIn.sessionSecret;
}
const givePassword = (s: Stage, name: 'admin' | 'owner' | 'other') =>
  setPassword(s.ports, CAST.operator, { userId: name }, PASSWORD);

describe('making a person', () => {
  it('stores them once, with a hashed password, and tells the audit log without it', async () => {
    const user = accepted(await createUser(stage().ports, CAST.admin, { ...NEW, name: ' New Person ' }));
    expect(user).toEqual({
      id: user.id,
      email: 'new@example.org',
      name: 'New Person',
      role: 'owner',
      isDisabled: false,
      createdAtMs: T0,
    });
    const [stored] = await stage().db.rows(`SELECT password_hash FROM users WHERE id = '${user.id}'`);
    expect(stored?.password_hash).toMatch(/^\$argon2id\$/);
    expect(await stage().audit()).toEqual([
      {
        actor: 'admin',
        action: 'user.create',
        subject: user.id,
        before: null,
        after: { email: 'new@example.org', name: 'New Person', role: 'owner' },
      },
    ]);
  });

  it('calls them by the part before the @ when no name is given', async () => {
    expect(accepted(await createUser(stage().ports, CAST.operator, NEW)).name).toBe('new');
    const long = { ...NEW, email: `${'n'.repeat(100)}@example.org` };
    expect(accepted(await createUser(stage().ports, CAST.operator, long)).name).toBe('n'.repeat(80));
    const wide = { ...NEW, email: `${'n'.repeat(79)}🤖🤖@example.org` };
    expect(accepted(await createUser(stage().ports, CAST.operator, wide)).name).toBe(`${'n'.repeat(79)}🤖`);
  });

  it.each([
    ['a taken address', { email: emailOf('owner') }, 'conflict', 'email'],
    ['a taken address in another writing', { email: ' OWNER@example.org' }, 'conflict', 'email'],
    ['no address', { email: 'owner' }, 'invalid', 'email'],
    ['a name of control characters', { name: 'a\u0000b' }, 'invalid', 'name'],
    ['a name that is too long', { name: 'x'.repeat(81) }, 'invalid', 'name'],
    ['a short password', { password: 'x1y2z3w4v5u' }, 'invalid', 'password'],
    ['a common password', { password: 'password1234' }, 'invalid', 'password'],
  ])('refuses %s and stores nothing', async (_, wrong, code, field) => {
    const before = await userRows(stage());
    const result = await createUser(stage().ports, CAST.admin, { ...NEW, ...wrong });
    expect(result).toMatchObject({ ok: false, refusal: { code, field } });
    expect(await userRows(stage())).toEqual(before);
    expect(await stage().audit()).toEqual([]);
  });

  it('of one address at once succeeds once', async () => {
    const results = await Promise.all([1, 2, 3].map(() => createUser(stage().ports, CAST.admin, NEW)));
    expect(results.map(verdictOf).sort()).toEqual(['conflict', 'conflict', 'ok']);
  });
});

describe('changing a person', () => {
  it('changes what is given and nothing else, and the audit log has exactly that', async () => {
    const change = { name: 'Renamed', role: 'admin' } as const;
    const changed = accepted(await changeUser(stage().ports, CAST.admin, { userId: 'owner' }, change));
    expect(changed).toMatchObject({ id: 'owner', name: 'Renamed', role: 'admin', isDisabled: false });
    expect(await stage().audit()).toEqual([
      {
        actor: 'admin',
        action: 'user.change',
        subject: 'owner',
        before: { name: 'owner', role: 'owner' },
        after: { name: 'Renamed', role: 'admin' },
      },
    ]);
  });

  it('to what they are already changes nothing and says nothing', async () => {
    accepted(
      await changeUser(stage().ports, CAST.admin, { userId: 'owner' }, { role: 'owner', isDisabled: false }),
    );
    expect(await stage().audit()).toEqual([]);
  });

  it('refuses a bad name with all else that was asked, and people who are not there', async () => {
    const ask = (ref: { userId: string }, name: string) =>
      changeUser(stage().ports, CAST.admin, ref, { name, role: 'admin' });
    expect(verdictOf(await ask({ userId: 'owner' }, ' '))).toBe('invalid');
    expect(verdictOf(await ask({ userId: 'nobody' }, 'x'))).toBe('not_found');
    expect(await userRows(stage())).toContainEqual(expect.objectContaining({ id: 'owner', role: 'owner' }));
  });
});

describe('the last admin who can sign in', () => {
  const { ports } = { ports: () => stage().ports };
  const admin = { userId: 'admin' };

  it.each([
    ['be disabled', () => changeUser(ports(), CAST.operator, admin, { isDisabled: true })],
    ['become an owner', () => changeUser(ports(), CAST.admin, admin, { role: 'owner' })],
    ['be deleted', () => deleteUser(ports(), CAST.operator, admin)],
    [
      'be renamed and become an owner',
      () => changeUser(ports(), CAST.operator, admin, { name: 'x', role: 'owner' }),
    ],
  ])('cannot %s, not even by the operator', async (_, ask) => {
    const before = await userRows(stage());
    expect(verdictOf(await ask())).toBe('conflict');
    expect(await userRows(stage())).toEqual(before);
  });

  it('is not counted with a disabled one: two admins, one disabled, leave one', async () => {
    accepted(await changeUser(ports(), CAST.operator, { userId: 'owner' }, { role: 'admin' }));
    accepted(await changeUser(ports(), CAST.operator, { userId: 'owner' }, { isDisabled: true }));
    expect(verdictOf(await changeUser(ports(), CAST.operator, admin, { isDisabled: true }))).toBe('conflict');
    accepted(await changeUser(ports(), CAST.operator, { userId: 'owner' }, { isDisabled: false }));
    expect(verdictOf(await changeUser(ports(), CAST.operator, admin, { isDisabled: true }))).toBe('ok');
  });

  it('stays also when two admins disable each other at once', async () => {
    accepted(await changeUser(ports(), CAST.operator, { userId: 'owner' }, { role: 'admin' }));
    const results = await Promise.all([
      changeUser(ports(), CAST.admin, { userId: 'owner' }, { isDisabled: true }),
      changeUser(ports(), { kind: 'person', userId: 'owner', role: 'admin' }, admin, { isDisabled: true }),
    ]);
    expect(results.map(verdictOf).sort()).toEqual(['conflict', 'ok']);
  });
});

describe('deleting a person', () => {
  it('takes them and their sessions, and keeps the entry of it', async () => {
    await givePassword(stage(), 'admin');
    accepted(await createUser(stage().ports, CAST.admin, NEW));
    await signInAs(stage(), NEW.email, PASSWORD);
    accepted(await deleteUser(stage().ports, CAST.admin, { email: NEW.email }));
    expect(await stage().db.rows("SELECT id FROM users WHERE email = 'new@example.org'")).toEqual([]);
    expect(await stage().db.rows('SELECT hash FROM sessions')).toEqual([]);
    expect((await stage().audit()).at(-1)).toMatchObject({
      action: 'user.delete',
      before: { email: NEW.email, name: 'new', role: 'owner' },
      after: null,
    });
  });

  it('who owns bots is refused, with how many', async () => {
    const result = await deleteUser(stage().ports, CAST.admin, { userId: 'owner' });
    expect(result).toMatchObject({
      refusal: { code: 'conflict', message: expect.stringContaining('1 bot;') },
    });
  });
});

describe('signing in and sessions', () => {
  it('the right password opens a session that ends after 30 days, to the millisecond', async () => {
    await givePassword(stage(), 'owner');
    const secret = await session(stage(), 'owner');
    const found = [];
    for (const byMs of [-1, 0, 1]) {
      await stage().db.setClock(T0 + SESSION_MS + byMs);
      found.push((await findSession(stage().ports, secret))?.id ?? null);
    }
    expect(found).toEqual(['owner', null, null]);
  });

  it('a wrong password, an unknown address, no password at all and a disabled person look the same', async () => {
    await givePassword(stage(), 'owner');
    await givePassword(stage(), 'other');
    await changeUser(stage().ports, CAST.operator, { userId: 'other' }, { isDisabled: true });
    for (const [email, password] of [
      [emailOf('owner'), `${PASSWORD}!`],
      [emailOf('owner'), ''],
      ['nobody@example.org', PASSWORD],
      ['no address', PASSWORD],
      [emailOf('admin'), PASSWORD],
      [emailOf('other'), PASSWORD],
    ] as const) {
      expect(await signInAs(stage(), email, password)).toEqual({ kind: 'wrong' });
    }
    expect(await stage().db.rows('SELECT hash FROM sessions')).toEqual([]);
  });

  it('attempt 11 for one account waits, the right password included; after the window it is looked at again', async () => {
    await givePassword(stage(), 'owner');
    const kinds = [];
    for (let i = 0; i < ATTEMPTS_MAX.account; i++) {
      kinds.push((await signInAs(stage(), emailOf('owner'), 'wrong password')).kind);
    }
    expect(new Set(kinds)).toEqual(new Set(['wrong']));
    expect(await signInAs(stage(), emailOf('owner'), PASSWORD)).toEqual({
      kind: 'throttled',
      waitMs: THROTTLE_WINDOW_MS,
    });
    await stage().db.setClock(T0 + THROTTLE_WINDOW_MS);
    expect((await signInAs(stage(), emailOf('owner'), PASSWORD)).kind).toBe('signed-in');
  });

  it.each([
    [
      'the person is disabled',
      (s: Stage) => changeUser(s.ports, CAST.admin, { userId: 'owner' }, { isDisabled: true }),
    ],
    [
      'an admin sets a password',
      (s: Stage) => setPassword(s.ports, CAST.admin, { userId: 'owner' }, `${PASSWORD}?`),
    ],
    [
      'they change it themselves',
      (s: Stage) => changeOwnPassword(s.ports, CAST.owner, PASSWORD, `${PASSWORD}?`),
    ],
  ])('all sessions end when %s; others’ do not', async (_, act) => {
    await givePassword(stage(), 'owner');
    await givePassword(stage(), 'other');
    const secrets = [await session(stage(), 'owner'), await session(stage(), 'owner')];
    const others = await session(stage(), 'other');
    expect(verdictOf(await act(stage()))).toBe('ok');
    for (const secret of secrets) expect(await findSession(stage().ports, secret)).toBeNull();
    expect((await findSession(stage().ports, others))?.id).toBe('other');
  });

  it('one session ends by itself and the other lives on; a list shows those that live', async () => {
    await givePassword(stage(), 'owner');
    const [first, second] = [await session(stage(), 'owner'), await session(stage(), 'owner')];
    await endSession(stage().ports, first);
    await endSession(stage().ports, first);
    expect(await findSession(stage().ports, first)).toBeNull();
    expect(await findSession(stage().ports, second)).not.toBeNull();
    expect(accepted(await listOwnSessions(stage().ports, CAST.owner))).toHaveLength(1);
    expect(accepted(await listOwnSessions(stage().ports, CAST.other))).toHaveLength(0);
  });

  it('one’s own password changes only with the present one and to a good one', async () => {
    await givePassword(stage(), 'owner');
    const ask = (present: string, next: string) =>
      changeOwnPassword(stage().ports, CAST.owner, present, next);
    expect(await ask(`${PASSWORD}!`, 'a new passphrase')).toMatchObject({ refusal: { field: 'present' } });
    expect(await ask(PASSWORD, 'short')).toMatchObject({ refusal: { field: 'password' } });
    expect((await signInAs(stage(), emailOf('owner'), PASSWORD)).kind).toBe('signed-in');
    expect(verdictOf(await ask(PASSWORD, 'a new passphrase'))).toBe('ok');
    expect((await signInAs(stage(), emailOf('owner'), PASSWORD)).kind).toBe('wrong');
    expect((await signInAs(stage(), emailOf('owner'), 'a new passphrase')).kind).toBe('signed-in');
  });

  it('guesses of one’s own password count as attempts to sign in, and the right one is refused with them', async () => {
    await givePassword(stage(), 'owner');
    const ask = (present: string) =>
      changeOwnPassword(stage().ports, CAST.owner, present, 'a new passphrase');
    for (let i = 0; i < ATTEMPTS_MAX.account; i++) {
      expect(await ask(`${PASSWORD}!`)).toMatchObject({
        refusal: { message: expect.stringMatching(/not right/) },
      });
    }
    expect(await ask(PASSWORD)).toMatchObject({
      refusal: { field: 'present', message: expect.stringMatching(/Too many.* 15 min/) },
    });
    expect((await signInAs(stage(), emailOf('owner'), PASSWORD)).kind).toBe('throttled');
    await stage().db.setClock(T0 + THROTTLE_WINDOW_MS);
    expect(verdictOf(await ask(PASSWORD))).toBe('ok');
  });

  it('a changed password ends the count of attempts', async () => {
    await givePassword(stage(), 'owner');
    for (let i = 1; i < ATTEMPTS_MAX.account; i++) {
      await signInAs(stage(), emailOf('owner'), `${PASSWORD}!`);
    }
    const changed = await changeOwnPassword(stage().ports, CAST.owner, PASSWORD, 'a new passphrase');
    expect(verdictOf(changed)).toBe('ok');
    expect((await signInAs(stage(), emailOf('owner'), PASSWORD)).kind).toBe('wrong');
    expect((await signInAs(stage(), emailOf('owner'), 'a new passphrase')).kind).toBe('signed-in');
  });

  it('no password, session secret or hash of one ever reaches the audit log', async () => {
    await givePassword(stage(), 'owner');
    const secret = await session(stage(), 'owner');
    await signInAs(stage(), emailOf('owner'), 'wrong password');
    await changeOwnPassword(stage().ports, CAST.owner, PASSWORD, 'a new passphrase');
    const entries = JSON.stringify(await stage().db.rows('SELECT * FROM audit_log'));
    const [{ password_hash: hash } = {}] = await stage().db.rows(
      "SELECT password_hash FROM users WHERE id = 'owner'",
    );
    for (const text of [
      PASSWORD,
      'wrong password',
      'a new passphrase',
      secret,
      stage().ports.secrets.hash(secret),
      String(hash),
    ]) {
      expect(entries).not.toContain(text);
    }
    expect((await stage().audit()).map(({ action }) => action)).toEqual([
      'user.set-password',
      'sign-in',
      'sign-in.refuse',
      'user.change-password',
    ]);
  });
});
