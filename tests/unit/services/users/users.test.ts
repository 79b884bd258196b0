import { describe, expect, it } from 'vitest';
import { changeUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { deleteUser } from '@/lib/services/users/delete';
import { T0 } from '@/tests/support/data/accounts';
import {
  contextForEachTest,
  emailOf,
  PRINCIPALS,
  type ServiceContext,
} from '@/tests/support/data/principals';
import { signedIn } from '@/tests/support/data/signed-in';
import { accepted, verdictOf } from '@/tests/support/result';
import { givePassword, PASSWORD, signInAs } from '../sessions/with-password';

const NEW = { email: 'new@example.org', role: 'owner', password: PASSWORD } as const;
const context = contextForEachTest();

const userRows = (s: ServiceContext) =>
  s.db.rows('SELECT id, email, name, role, disabled_at_ms FROM users ORDER BY id');
/** Without those of PRINCIPALS. */
const sessionRows = (s: ServiceContext) => s.db.rows("SELECT hash FROM sessions WHERE client <> 'test'");

describe('making a person', () => {
  it('stores them once, with a hashed password, and tells the audit log without it', async () => {
    const user = accepted(
      await createUser(context().ports, PRINCIPALS.admin, { ...NEW, name: ' New Person ' }),
    );
    expect(user).toEqual({
      id: user.id,
      email: 'new@example.org',
      name: 'New Person',
      role: 'owner',
      isDisabled: false,
      createdAtMs: T0,
    });
    const [stored] = await context().db.rows(`SELECT password_hash FROM users WHERE id = '${user.id}'`);
    expect(stored?.password_hash).toMatch(/^\$argon2id\$/);
    expect(await context().audit()).toEqual([
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
    expect(accepted(await createUser(context().ports, PRINCIPALS.operator, NEW)).name).toBe('new');
    const long = { ...NEW, email: `${'n'.repeat(100)}@example.org` };
    expect(accepted(await createUser(context().ports, PRINCIPALS.operator, long)).name).toBe('n'.repeat(80));
    const wide = { ...NEW, email: `${'n'.repeat(79)}🤖🤖@example.org` };
    expect(accepted(await createUser(context().ports, PRINCIPALS.operator, wide)).name).toBe(
      `${'n'.repeat(79)}🤖`,
    );
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
    const before = await userRows(context());
    const result = await createUser(context().ports, PRINCIPALS.admin, { ...NEW, ...wrong });
    expect(result).toMatchObject({ ok: false, refusal: { code, field } });
    expect(await userRows(context())).toEqual(before);
    expect(await context().audit()).toEqual([]);
  });

  it('of one address at once succeeds once', async () => {
    const results = await Promise.all(
      [1, 2, 3].map(() => createUser(context().ports, PRINCIPALS.admin, NEW)),
    );
    expect(results.map(verdictOf).sort()).toEqual(['conflict', 'conflict', 'ok']);
  });
});

describe('changing a person', () => {
  it('changes what is given and nothing else, and the audit log has exactly that', async () => {
    const change = { name: 'Renamed', role: 'admin' } as const;
    const changed = accepted(
      await changeUser(context().ports, PRINCIPALS.admin, { userId: 'owner' }, change),
    );
    expect(changed).toMatchObject({ id: 'owner', name: 'Renamed', role: 'admin', isDisabled: false });
    expect(await context().audit()).toEqual([
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
      await changeUser(
        context().ports,
        PRINCIPALS.admin,
        { userId: 'owner' },
        { role: 'owner', isDisabled: false },
      ),
    );
    expect(await context().audit()).toEqual([]);
  });

  it('refuses a bad name with all else that was asked, and people who are not there', async () => {
    const ask = (ref: { userId: string }, name: string) =>
      changeUser(context().ports, PRINCIPALS.admin, ref, { name, role: 'admin' });
    expect(verdictOf(await ask({ userId: 'owner' }, ' '))).toBe('invalid');
    expect(verdictOf(await ask({ userId: 'nobody' }, 'x'))).toBe('not_found');
    expect(await userRows(context())).toContainEqual(expect.objectContaining({ id: 'owner', role: 'owner' }));
  });
});

describe('the last admin who can sign in', () => {
  const { ports } = { ports: () => context().ports };
  const admin = { userId: 'admin' };

  it.each([
    ['be disabled', () => changeUser(ports(), PRINCIPALS.operator, admin, { isDisabled: true })],
    ['become an owner', () => changeUser(ports(), PRINCIPALS.admin, admin, { role: 'owner' })],
    ['be deleted', () => deleteUser(ports(), PRINCIPALS.operator, admin)],
    [
      'be renamed and become an owner',
      () => changeUser(ports(), PRINCIPALS.operator, admin, { name: 'x', role: 'owner' }),
    ],
  ])('cannot %s, not even by the operator', async (_, ask) => {
    const before = await userRows(context());
    expect(verdictOf(await ask())).toBe('conflict');
    expect(await userRows(context())).toEqual(before);
  });

  it('is not counted with a disabled one: two admins, one disabled, leave one', async () => {
    accepted(await changeUser(ports(), PRINCIPALS.operator, { userId: 'owner' }, { role: 'admin' }));
    accepted(await changeUser(ports(), PRINCIPALS.operator, { userId: 'owner' }, { isDisabled: true }));
    expect(verdictOf(await changeUser(ports(), PRINCIPALS.operator, admin, { isDisabled: true }))).toBe(
      'conflict',
    );
    accepted(await changeUser(ports(), PRINCIPALS.operator, { userId: 'owner' }, { isDisabled: false }));
    expect(verdictOf(await changeUser(ports(), PRINCIPALS.operator, admin, { isDisabled: true }))).toBe('ok');
  });

  it('stays also when two admins disable each other at once', async () => {
    accepted(await changeUser(ports(), PRINCIPALS.operator, { userId: 'owner' }, { role: 'admin' }));
    const results = await Promise.all([
      changeUser(ports(), PRINCIPALS.admin, { userId: 'owner' }, { isDisabled: true }),
      changeUser(ports(), signedIn('owner', 'admin'), admin, { isDisabled: true }),
    ]);
    // The second of them is no admin any more when its turn comes.
    expect(results.map(verdictOf).sort()).toEqual(['forbidden', 'ok']);
    expect(await context().ports.directory.read(({ users }) => users.countEnabledAdmins())).toBe(1);
  });

  it('stays also when the operator disables both at once', async () => {
    accepted(await changeUser(ports(), PRINCIPALS.operator, { userId: 'owner' }, { role: 'admin' }));
    const results = await Promise.all(
      ['owner', 'admin'].map((userId) =>
        changeUser(ports(), PRINCIPALS.operator, { userId }, { isDisabled: true }),
      ),
    );
    expect(results.map(verdictOf).sort()).toEqual(['conflict', 'ok']);
  });
});

describe('deleting a person', () => {
  it('takes them and their sessions, and keeps the entry of it', async () => {
    await givePassword(context(), 'admin');
    accepted(await createUser(context().ports, PRINCIPALS.admin, NEW));
    await signInAs(context(), NEW.email, PASSWORD);
    accepted(await deleteUser(context().ports, PRINCIPALS.admin, { email: NEW.email }));
    expect(await context().db.rows("SELECT id FROM users WHERE email = 'new@example.org'")).toEqual([]);
    expect(await sessionRows(context())).toEqual([]);
    expect((await context().audit()).at(-1)).toMatchObject({
      action: 'user.delete',
      before: { email: NEW.email, name: 'new', role: 'owner' },
      after: null,
    });
  });

  it('who owns bots is refused, with how many', async () => {
    const result = await deleteUser(context().ports, PRINCIPALS.admin, { userId: 'owner' });
    expect(result).toMatchObject({
      refusal: { code: 'conflict', message: expect.stringContaining('1 bot;') },
    });
  });
});
