import { expect, it } from 'vitest';
import { findSession } from '@/lib/services/sessions/find';
import {
  createFirstAdmin,
  ensureFirstAdmin,
  isSetupTokenValid,
  issueSetupToken,
} from '@/lib/services/setup/first-admin';
import { createUser } from '@/lib/services/users/create';
import { contextForEachTest, PRINCIPALS } from '@/tests/support/data/principals';
import { accepted, verdictOf } from '@/tests/support/result';

/** Which set-up links are valid over restarts is tested in tests/api/start/first-run.test.ts. */

const FIRST = { email: 'first@example.org', password: 'tangerine kettle 42' };
const context = contextForEachTest(true);
const createAdmin = (token: string, over: Partial<typeof FIRST> = {}) =>
  createFirstAdmin(context().ports, token, { ...FIRST, ...over }, { address: '192.0.2.1', client: '' });

it('a set-up token creates one admin, even if it is used many times at once', async () => {
  const { ports, db } = context();
  const token = (await issueSetupToken(ports)) ?? '';
  const results = await Promise.all([1, 2, 3].map((i) => createAdmin(token, { email: `a${i}@example.org` })));
  expect(results.map(verdictOf).sort()).toEqual(['conflict', 'conflict', 'ok']);
  expect(verdictOf(await createAdmin(token))).toBe('conflict');
  expect(await db.rows('SELECT role FROM users')).toEqual([{ role: 'admin' }]);
});

it('only the newest token creates an admin, until there is any user', async () => {
  const { ports, db } = context();
  const [previous = '', token = ''] = [await issueSetupToken(ports), await issueSetupToken(ports)].map(
    String,
  );
  expect(await db.rows('SELECT count(*) AS n FROM setup_tokens')).toEqual([{ n: 1 }]);
  for (const wrong of [previous, '', 'nonsense', "' OR 1=1 --"]) {
    expect(await isSetupTokenValid(ports, wrong)).toBe(false);
    expect(verdictOf(await createAdmin(wrong))).toBe('conflict');
  }
  expect(await isSetupTokenValid(ports, token)).toBe(true);
  accepted(await createUser(ports, PRINCIPALS.operator, { ...FIRST, role: 'owner' }));
  expect(await isSetupTokenValid(ports, token)).toBe(false);
  expect(verdictOf(await createAdmin(token, { email: 'b@example.org' }))).toBe('conflict');
  expect(await issueSetupToken(ports)).toBeNull();
});

it('a token stays valid after an invalid form, is stored as a hash and is not in the audit log', async () => {
  const { ports, db, audit } = context();
  const token = (await issueSetupToken(ports)) ?? '';
  const stored = JSON.stringify(await db.rows('SELECT * FROM setup_tokens'));
  expect(stored).not.toContain(token);
  expect(stored).toContain(ports.secrets.hash(token));
  const refusal = { code: 'invalid', field: 'password' };
  expect(await createAdmin(token, { password: 'short' })).toMatchObject({ refusal });
  const { user, signedIn } = accepted(await createAdmin(token));
  expect(user).toMatchObject({ email: FIRST.email, role: 'admin' });
  expect((await findSession(ports, signedIn.sessionSecret))?.user).toEqual(user);
  expect(JSON.stringify(await audit())).not.toContain(token);
  expect(await audit()).toMatchObject([{ actor: 'setup', action: 'user.create' }]);
});

it('the admin of the environment is created only while there is no user, with an acceptable password', async () => {
  const ensure = (over = {}) => ensureFirstAdmin(context().ports, { ...FIRST, ...over });
  expect(verdictOf(await ensure({ password: 'password1234' }))).toBe('invalid');
  expect(accepted(await ensure())).toMatchObject({ email: FIRST.email, role: 'admin' });
  expect(accepted(await ensure({ email: 'b@example.org' }))).toBeNull();
  expect(await context().db.rows('SELECT email FROM users')).toEqual([{ email: FIRST.email }]);
  expect(await context().audit()).toMatchObject([{ actor: 'environment', action: 'user.create' }]);
});
