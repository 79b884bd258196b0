import { describe, expect, it } from 'vitest';
import { changeUser, deleteUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import { T0 } from '@/tests/support/data/accounts';
import { contextForEachTest, emailOf, PRINCIPALS } from '@/tests/support/data/principals';
import { accepted, verdictOf } from '@/tests/support/result';
import { PASSWORD, signInAs } from '../sessions/with-password';

const NEW = { email: 'new@example.org', role: 'owner', password: PASSWORD } as const;
const context = contextForEachTest();
const userRows = () =>
  context().db.rows('SELECT id, email, name, role, disabled_at_ms FROM users ORDER BY id');

const { admin, operator } = PRINCIPALS;
const create = (over: Partial<Parameters<typeof createUser>[2]> = {}) =>
  createUser(context().ports, admin, { ...NEW, ...over });
const change = (by: Parameters<typeof changeUser>[1], userId: string, to: Parameters<typeof changeUser>[3]) =>
  changeUser(context().ports, by, { userId }, to);

describe('createUser', () => {
  it('stores a hash of the password, which the audit log does not have', async () => {
    const { id, ...user } = accepted(await create({ name: ' New Person ' }));
    const fields = { email: 'new@example.org', name: 'New Person', role: 'owner' };
    expect(user).toEqual({ ...fields, isDisabled: false, createdAtMs: T0, timeZone: null });
    const [stored] = await context().db.rows(`SELECT password_hash FROM users WHERE id = '${id}'`);
    expect(stored?.password_hash).toBe(await context().ports.passwords.hash(NEW.password));
    expect(await context().audit()).toEqual([
      { actor: 'admin', action: 'user.create', subject: id, before: null, after: fields },
    ]);
  });

  it.each([
    ['new', 'new'],
    ['n'.repeat(100), 'n'.repeat(80)],
    [`${'n'.repeat(79)}🤖🤖`, `${'n'.repeat(79)}🤖`],
  ])('takes the part of the address before the @ as default name: %s', async (part, name) => {
    expect(accepted(await create({ email: `${part}@example.org` })).name).toBe(name);
  });

  it.each([
    ['a taken address', { email: emailOf('owner') }, 'conflict', 'email'],
    ['a taken address in other case', { email: ' OWNER@example.org' }, 'conflict', 'email'],
    ['no address', { email: 'owner' }, 'invalid', 'email'],
    ['a name with control characters', { name: 'a\u0000b' }, 'invalid', 'name'],
    ['a name that is too long', { name: 'x'.repeat(81) }, 'invalid', 'name'],
    ['a short password', { password: 'x1y2z3w4v5u' }, 'invalid', 'password'],
    ['a common password', { password: 'password1234' }, 'invalid', 'password'],
  ])('refuses %s and stores nothing', async (_, wrong, code, field) => {
    const before = await userRows();
    expect(await create(wrong)).toMatchObject({ ok: false, refusal: { code, field } });
    expect(await userRows()).toEqual(before);
    expect(await context().audit()).toEqual([]);
  });
});

describe('changeUser', () => {
  it('changes the given fields only, and the audit log has exactly those', async () => {
    const after = { name: 'Renamed', role: 'admin' } as const;
    expect(accepted(await change(admin, 'owner', after))).toMatchObject({
      id: 'owner',
      isDisabled: false,
      ...after,
    });
    const before = { name: 'owner', role: 'owner' };
    expect(await context().audit()).toEqual([
      { actor: 'admin', action: 'user.change', subject: 'owner', before, after },
    ]);
  });

  it.each([
    ['nothing new', 'owner', { role: 'owner', isDisabled: false }, 'ok'],
    ['an invalid name', 'owner', { name: ' ', role: 'admin' }, 'invalid'],
    ['an unknown person', 'nobody', { name: 'x', role: 'admin' }, 'not_found'],
  ] as const)('with %s changes nothing and adds no audit entry', async (_, userId, to, verdict) => {
    const before = await userRows();
    expect(verdictOf(await change(admin, userId, to))).toBe(verdict);
    expect(await userRows()).toEqual(before);
    expect(await context().audit()).toEqual([]);
  });
});

describe('the last admin who can sign in', () => {
  it.each([
    ['disabled', () => change(operator, 'admin', { isDisabled: true })],
    ['made an owner', () => change(admin, 'admin', { role: 'owner' })],
    ['renamed and made an owner', () => change(operator, 'admin', { name: 'x', role: 'owner' })],
    ['deleted', () => deleteUser(context().ports, operator, { userId: 'admin' })],
  ])('cannot be %s', async (_, call) => {
    const before = await userRows();
    expect(verdictOf(await call())).toBe('conflict');
    expect(await userRows()).toEqual(before);
  });

  it('is last even if there is a second admin who is disabled', async () => {
    accepted(await change(operator, 'owner', { role: 'admin', isDisabled: true }));
    expect(verdictOf(await change(operator, 'admin', { isDisabled: true }))).toBe('conflict');
    accepted(await change(operator, 'owner', { isDisabled: false }));
    expect(verdictOf(await change(operator, 'admin', { isDisabled: true }))).toBe('ok');
  });
});

describe('deleteUser', () => {
  it('deletes the person and their sessions, and keeps the audit entry', async () => {
    accepted(await create());
    await signInAs(context(), NEW.email, PASSWORD);
    accepted(await deleteUser(context().ports, admin, { email: NEW.email }));
    expect(await userRows()).not.toContainEqual(expect.objectContaining({ email: NEW.email }));
    expect(await context().db.rows("SELECT hash FROM sessions WHERE client <> 'test'")).toEqual([]);
    const before = { email: NEW.email, name: 'new', role: 'owner' };
    expect((await context().audit()).at(-1)).toMatchObject({ action: 'user.delete', before, after: null });
  });

  it('refuses a person who owns bots, with their number', async () => {
    const result = await deleteUser(context().ports, admin, { userId: 'owner' });
    const message = expect.stringContaining('1 bot;');
    expect(result).toMatchObject({ refusal: { code: 'conflict', message } });
  });
});
