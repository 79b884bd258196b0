import { describe, expect, it } from 'vitest';
import { isSetupTokenGood } from '@/lib/services/setup/check-token';
import { createFirstAdmin } from '@/lib/services/setup/create-first-admin';
import { ensureFirstAdmin } from '@/lib/services/setup/ensure-first-admin';
import { issueSetupToken } from '@/lib/services/setup/issue-token';
import { createUser } from '@/lib/services/users/create';
import { contextForEachTest, PRINCIPALS } from '@/tests/support/data/principals';
import { accepted, verdictOf } from '@/tests/support/result';

const FIRST = { email: 'first@example.org', password: 'tangerine kettle 42' };
const context = contextForEachTest(true);

async function token(): Promise<string> {
  const issued = await issueSetupToken(context().ports);
  if (issued === null) throw new Error('No token was issued.');
  return issued;
}

describe('the set-up token', () => {
  it('makes one admin, once', async () => {
    const good = await token();
    expect(await isSetupTokenGood(context().ports, good)).toBe(true);
    expect(accepted(await createFirstAdmin(context().ports, good, FIRST))).toMatchObject({
      email: FIRST.email,
      role: 'admin',
    });
    expect(await isSetupTokenGood(context().ports, good)).toBe(false);
    const again = await createFirstAdmin(context().ports, good, { ...FIRST, email: 'second@example.org' });
    expect(verdictOf(again)).toBe('conflict');
    expect(await context().db.rows('SELECT email FROM users')).toEqual([{ email: FIRST.email }]);
  });

  it('used many times at once makes one admin', async () => {
    const good = await token();
    const results = await Promise.all(
      [1, 2, 3].map((i) => createFirstAdmin(context().ports, good, { ...FIRST, email: `a${i}@example.org` })),
    );
    expect(results.map(verdictOf).sort()).toEqual(['conflict', 'conflict', 'ok']);
    expect(await context().db.rows('SELECT id FROM users')).toHaveLength(1);
  });

  it('of an earlier start dies with a new one: a log or a history that has it is worth nothing', async () => {
    const [one, other] = [await token(), await token()];
    expect(await isSetupTokenGood(context().ports, one)).toBe(false);
    expect(verdictOf(await createFirstAdmin(context().ports, one, FIRST))).toBe('conflict');
    expect(await context().db.rows('SELECT count(*) AS n FROM setup_tokens')).toEqual([{ n: 1 }]);
    accepted(await createFirstAdmin(context().ports, other, FIRST));
  });

  it('is worth nothing once there is a user, however that one came', async () => {
    const good = await token();
    accepted(await createUser(context().ports, PRINCIPALS.operator, { ...FIRST, role: 'owner' }));
    expect(await isSetupTokenGood(context().ports, good)).toBe(false);
    expect(
      verdictOf(await createFirstAdmin(context().ports, good, { ...FIRST, email: 'b@example.org' })),
    ).toBe('conflict');
    expect(await issueSetupToken(context().ports)).toBeNull();
  });

  it.each(['', 'nonsense', "' OR 1=1 --"])('%j is none', async (wrong) => {
    await token();
    expect(await isSetupTokenGood(context().ports, wrong)).toBe(false);
    expect(verdictOf(await createFirstAdmin(context().ports, wrong, FIRST))).toBe('conflict');
  });

  it('stays good after a faulty form', async () => {
    const good = await token();
    const faulty = await createFirstAdmin(context().ports, good, { ...FIRST, password: 'short' });
    expect(faulty).toMatchObject({ refusal: { code: 'invalid', field: 'password' } });
    expect(verdictOf(await createFirstAdmin(context().ports, good, FIRST))).toBe('ok');
  });

  it('is stored as a hash and never told to the audit log', async () => {
    const good = await token();
    const stored = JSON.stringify(await context().db.rows('SELECT * FROM setup_tokens'));
    expect(stored).not.toContain(good);
    expect(stored).toContain(context().ports.secrets.hash(good));
    await createFirstAdmin(context().ports, good, FIRST);
    expect(JSON.stringify(await context().audit())).not.toContain(good);
    expect(await context().audit()).toMatchObject([{ actor: 'setup', action: 'user.create' }]);
  });
});

describe('the admin of the environment', () => {
  it('is made while there is no user, and only then', async () => {
    expect(accepted(await ensureFirstAdmin(context().ports, FIRST))).toMatchObject({
      email: FIRST.email,
      role: 'admin',
    });
    expect(
      accepted(await ensureFirstAdmin(context().ports, { ...FIRST, email: 'b@example.org' })),
    ).toBeNull();
    expect(await context().db.rows('SELECT email FROM users')).toEqual([{ email: FIRST.email }]);
    expect(await context().audit()).toMatchObject([{ actor: 'environment', action: 'user.create' }]);
  });

  it('is refused with a weak password', async () => {
    const weak = await ensureFirstAdmin(context().ports, { ...FIRST, password: 'password1234' });
    expect(verdictOf(weak)).toBe('invalid');
  });
});
