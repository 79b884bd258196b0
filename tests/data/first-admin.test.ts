import { expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import type { Ports } from '@/lib/ports/ports';
import { inviteUser } from '@/lib/services/links/issue';
import { findSession } from '@/lib/services/sessions/find';
import {
  checkSetupToken,
  createFirstAdmin,
  ensureFirstAdmin,
  isSetUp,
  issueSetupToken,
} from '@/lib/services/setup/first-admin';
import { changeUser } from '@/lib/services/users/change';
import { createUser } from '@/lib/services/users/create';
import * as each from '@/tests/support/data/each-database';
import { connectAgain, db, onEachDatabase } from '@/tests/support/data/each-database';
import { accepted, verdictOf } from '@/tests/support/result';

/** Which set-up links are printed over restarts is tested in tests/api/start/first-run.test.ts. */

const FIRST = { email: 'first@example.org', password: 'tangerine kettle 42' };
const OWNER = { email: 'owner@example.org', password: 'tangerine kettle 42', role: 'owner' } as const;
const create = (ports: Ports, token: string, over: Partial<typeof FIRST> = {}) =>
  createFirstAdmin(ports, token, { ...FIRST, ...over }, { address: '192.0.2.1', client: '' });
const roles = async () => (await db.rows('SELECT role FROM users ORDER BY role')).map(({ role }) => role);

onEachDatabase('the first admin', () => {
  const ports = () => each.ports;

  it('is created once by a token, even if it is used many times at once over several connections', async () => {
    const second = await connectAgain();
    const token = accepted(await issueSetupToken(ports()));
    const all = [ports(), { ...ports(), ...second }, ports(), { ...ports(), ...second }];
    const results = await Promise.all(all.map((p, i) => create(p, token, { email: `a${i}@example.org` })));
    expect(results.map(verdictOf).sort()).toEqual(['conflict', 'conflict', 'conflict', 'ok']);
    expect(verdictOf(await create(ports(), token))).toBe('conflict');
    expect(await roles()).toEqual(['admin']);
  });

  it('is created by the newest token only', async () => {
    const previous = accepted(await issueSetupToken(ports()));
    const token = accepted(await issueSetupToken(ports()));
    expect(await db.rows('SELECT hash FROM setup_tokens')).toHaveLength(1);
    for (const wrong of [previous, '', 'nonsense', "' OR 1=1 --"]) {
      expect(verdictOf(await checkSetupToken(ports(), wrong))).toBe('conflict');
      expect(verdictOf(await create(ports(), wrong))).toBe('conflict');
    }
    expect(verdictOf(await checkSetupToken(ports(), token))).toBe('ok');
  });

  it('is created by a token after owners, a disabled admin and an invited one, and not after an admin', async () => {
    const token = accepted(await issueSetupToken(ports()));
    accepted(await createUser(ports(), OPERATOR, OWNER));
    accepted(await inviteUser(ports(), OPERATOR, { email: 'invited@example.org', role: 'admin' }));
    expect(await isSetUp(ports())).toBe(false);
    expect(verdictOf(await checkSetupToken(ports(), token))).toBe('ok');
    const renewed = accepted(await issueSetupToken(ports()));
    expect(verdictOf(await create(ports(), renewed, { email: OWNER.email }))).toBe('conflict');
    accepted(await create(ports(), renewed));
    expect(await roles()).toEqual(['admin', 'owner']);
    expect(await isSetUp(ports())).toBe(true);
    const again = await issueSetupToken(ports());
    for (const refused of [again, await checkSetupToken(ports(), renewed), await create(ports(), renewed)]) {
      const message = expect.stringMatching(/admin already.*"user reset".*"user set-role"/);
      expect(refused).toMatchObject({ refusal: { code: 'conflict', message } });
    }
  });

  it.each([
    ['created', (p: Ports) => createUser(p, OPERATOR, { ...FIRST, email: 'b@example.org', role: 'admin' })],
    ['promoted', (p: Ports) => changeUser(p, OPERATOR, { email: OWNER.email }, { role: 'admin' })],
    ['set up', (p: Ports) => ensureFirstAdmin(p, { ...FIRST, email: 'b@example.org' })],
  ])('is one, although another is %s at the same moment', async (_, other) => {
    const second = { ...ports(), ...(await connectAgain()) };
    accepted(await createUser(ports(), OPERATOR, OWNER));
    const token = accepted(await issueSetupToken(ports()));
    const [byLink] = await Promise.all([create(ports(), token), other(second)]);
    // The operator may always make another admin; a link only the first.
    const [, first] = await db.rows('SELECT actor FROM audit_log ORDER BY id');
    expect(first?.actor === 'setup').toBe(verdictOf(byLink) === 'ok');
    expect(verdictOf(await checkSetupToken(ports(), token))).toBe('conflict');
    expect(verdictOf(await issueSetupToken(second))).toBe('conflict');
  });

  it('may correct an invalid form; the token is stored as a hash and is not in the audit log', async () => {
    const token = accepted(await issueSetupToken(ports()));
    const stored = JSON.stringify(await db.rows('SELECT * FROM setup_tokens'));
    expect(stored).not.toContain(token);
    expect(stored).toContain(ports().secrets.hash(token));
    const refusal = { code: 'invalid', field: 'password' };
    expect(await create(ports(), token, { password: 'short' })).toMatchObject({ refusal });
    const { user, signedIn } = accepted(await create(ports(), token));
    expect(user).toMatchObject({ email: FIRST.email, role: 'admin' });
    const secret = signedIn.kind === 'signed-in' ? signedIn.sessionSecret : '';
    expect((await findSession(ports(), secret))?.user).toEqual(user);
    const audit = await db.rows('SELECT * FROM audit_log');
    expect(JSON.stringify(audit)).not.toContain(token);
    expect(audit).toMatchObject([{ actor: 'setup', action: 'user.create' }]);
  });

  it('is that of the environment while there is no admin, with an acceptable password', async () => {
    accepted(await createUser(ports(), OPERATOR, OWNER));
    const ensure = (over = {}) => ensureFirstAdmin(ports(), { ...FIRST, ...over });
    expect(verdictOf(await ensure({ password: 'password1234' }))).toBe('invalid');
    expect(await ensure({ email: OWNER.email })).toMatchObject({
      refusal: { code: 'conflict', message: expect.stringContaining('"user set-role"') },
    });
    const second = { ...ports(), ...(await connectAgain()) };
    const both = await Promise.all([
      ensure(),
      ensureFirstAdmin(second, { ...FIRST, email: 'b@example.org' }),
    ]);
    expect(both.map((result) => accepted(result)?.role ?? null).sort()).toEqual(['admin', null]);
    expect(accepted(await ensure({ email: 'c@example.org' }))).toBeNull();
    expect(await roles()).toEqual(['admin', 'owner']);
  });
});
