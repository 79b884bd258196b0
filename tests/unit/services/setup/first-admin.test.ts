import { expect, it } from 'vitest';
import { isSetupTokenGood } from '@/lib/services/setup/check-token';
import { createFirstAdmin } from '@/lib/services/setup/create-first-admin';
import { ensureFirstAdmin } from '@/lib/services/setup/ensure-first-admin';
import { issueSetupToken } from '@/lib/services/setup/issue-token';
import { createUser } from '@/lib/services/users/create';
import { contextForEachTest, PRINCIPALS } from '@/tests/support/data/principals';
import { accepted, verdictOf } from '@/tests/support/result';

const FIRST = { email: 'first@example.org', password: 'tangerine kettle 42' };
const context = contextForEachTest(true);

async function issueToken(): Promise<string> {
  const issued = await issueSetupToken(context().ports);
  if (issued === null) throw new Error('No token was issued.');
  return issued;
}
const isGood = (token: string) => isSetupTokenGood(context().ports, token);
const createAdmin = (token: string, over: Partial<typeof FIRST> = {}) =>
  createFirstAdmin(context().ports, token, { ...FIRST, ...over });

it('a set-up token creates one admin, even if it is used many times at once', async () => {
  const token = await issueToken();
  expect(await isGood(token)).toBe(true);
  const results = await Promise.all([1, 2, 3].map((i) => createAdmin(token, { email: `a${i}@example.org` })));
  expect(results.map(verdictOf).sort()).toEqual(['conflict', 'conflict', 'ok']);
  expect(await isGood(token)).toBe(false);
  expect(verdictOf(await createAdmin(token))).toBe('conflict');
  expect(await context().db.rows('SELECT role FROM users')).toEqual([{ role: 'admin' }]);
});

it('a new token invalidates the previous one', async () => {
  const [previous, token] = [await issueToken(), await issueToken()];
  expect(await isGood(previous)).toBe(false);
  expect(verdictOf(await createAdmin(previous))).toBe('conflict');
  expect(await context().db.rows('SELECT count(*) AS n FROM setup_tokens')).toEqual([{ n: 1 }]);
  accepted(await createAdmin(token));
});

it('a token is invalid, and none is issued, once there is any user', async () => {
  const token = await issueToken();
  accepted(await createUser(context().ports, PRINCIPALS.operator, { ...FIRST, role: 'owner' }));
  expect(await isGood(token)).toBe(false);
  expect(verdictOf(await createAdmin(token, { email: 'b@example.org' }))).toBe('conflict');
  expect(await issueSetupToken(context().ports)).toBeNull();
});

it.each(['', 'nonsense', "' OR 1=1 --"])('%j is not a valid token', async (wrong) => {
  await issueToken();
  expect(await isGood(wrong)).toBe(false);
  expect(verdictOf(await createAdmin(wrong))).toBe('conflict');
});

it('a token stays valid after an invalid form, is stored as a hash and is not in the audit log', async () => {
  const token = await issueToken();
  const stored = JSON.stringify(await context().db.rows('SELECT * FROM setup_tokens'));
  expect(stored).not.toContain(token);
  expect(stored).toContain(context().ports.secrets.hash(token));
  const refusal = { code: 'invalid', field: 'password' };
  expect(await createAdmin(token, { password: 'short' })).toMatchObject({ refusal });
  expect(accepted(await createAdmin(token))).toMatchObject({ email: FIRST.email, role: 'admin' });
  expect(JSON.stringify(await context().audit())).not.toContain(token);
  expect(await context().audit()).toMatchObject([{ actor: 'setup', action: 'user.create' }]);
});

it('the admin of the environment is created only while there is no user, with an acceptable password', async () => {
  const ensure = (over = {}) => ensureFirstAdmin(context().ports, { ...FIRST, ...over });
  expect(verdictOf(await ensure({ password: 'password1234' }))).toBe('invalid');
  expect(accepted(await ensure())).toMatchObject({ email: FIRST.email, role: 'admin' });
  expect(accepted(await ensure({ email: 'b@example.org' }))).toBeNull();
  expect(await context().db.rows('SELECT email FROM users')).toEqual([{ email: FIRST.email }]);
  expect(await context().audit()).toMatchObject([{ actor: 'environment', action: 'user.create' }]);
});
