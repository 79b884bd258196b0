import { describe, expect, it } from 'vitest';
import {
  createFirstAdmin,
  ensureFirstAdmin,
  isSetupTokenGood,
  issueSetupToken,
} from '@/lib/services/create-first-admin';
import { createUser } from '@/lib/services/create-user';
import { accepted, CAST, onStage, verdictOf } from '@/tests/support/data/cast';

const FIRST = { email: 'first@example.org', password: 'tangerine kettle 42' };
const stage = onStage(true);

async function token(): Promise<string> {
  const issued = await issueSetupToken(stage().ports);
  if (issued === null) throw new Error('No token was issued.');
  return issued;
}

describe('the set-up token', () => {
  it('makes one admin, once', async () => {
    const good = await token();
    expect(await isSetupTokenGood(stage().ports, good)).toBe(true);
    expect(accepted(await createFirstAdmin(stage().ports, good, FIRST))).toMatchObject({
      email: FIRST.email,
      role: 'admin',
    });
    expect(await isSetupTokenGood(stage().ports, good)).toBe(false);
    const again = await createFirstAdmin(stage().ports, good, { ...FIRST, email: 'second@example.org' });
    expect(verdictOf(again)).toBe('conflict');
    expect(await stage().db.rows('SELECT email FROM users')).toEqual([{ email: FIRST.email }]);
  });

  it('used many times at once makes one admin', async () => {
    const good = await token();
    const results = await Promise.all(
      [1, 2, 3].map((i) => createFirstAdmin(stage().ports, good, { ...FIRST, email: `a${i}@example.org` })),
    );
    expect(results.map(verdictOf).sort()).toEqual(['conflict', 'conflict', 'ok']);
    expect(await stage().db.rows('SELECT id FROM users')).toHaveLength(1);
  });

  it('two tokens of two starts are both good until one is used; then neither', async () => {
    const [one, other] = [await token(), await token()];
    expect(one).not.toBe(other);
    expect(await isSetupTokenGood(stage().ports, one)).toBe(true);
    accepted(await createFirstAdmin(stage().ports, other, FIRST));
    expect(await isSetupTokenGood(stage().ports, one)).toBe(false);
    expect(verdictOf(await createFirstAdmin(stage().ports, one, FIRST))).toBe('conflict');
  });

  it('is worth nothing once there is a user, however that one came', async () => {
    const good = await token();
    accepted(await createUser(stage().ports, CAST.operator, { ...FIRST, role: 'owner' }));
    expect(await isSetupTokenGood(stage().ports, good)).toBe(false);
    expect(verdictOf(await createFirstAdmin(stage().ports, good, { ...FIRST, email: 'b@example.org' }))).toBe(
      'conflict',
    );
    expect(await issueSetupToken(stage().ports)).toBeNull();
  });

  it.each(['', 'nonsense', "' OR 1=1 --"])('%j is none', async (wrong) => {
    await token();
    expect(await isSetupTokenGood(stage().ports, wrong)).toBe(false);
    expect(verdictOf(await createFirstAdmin(stage().ports, wrong, FIRST))).toBe('conflict');
  });

  it('stays good after a faulty form', async () => {
    const good = await token();
    const faulty = await createFirstAdmin(stage().ports, good, { ...FIRST, password: 'short' });
    expect(faulty).toMatchObject({ refusal: { code: 'invalid', field: 'password' } });
    expect(verdictOf(await createFirstAdmin(stage().ports, good, FIRST))).toBe('ok');
  });

  it('is stored as a hash and never told to the audit log', async () => {
    const good = await token();
    const stored = JSON.stringify(await stage().db.rows('SELECT * FROM setup_tokens'));
    expect(stored).not.toContain(good);
    expect(stored).toContain(stage().ports.secrets.hash(good));
    await createFirstAdmin(stage().ports, good, FIRST);
    expect(JSON.stringify(await stage().audit())).not.toContain(good);
    expect(await stage().audit()).toMatchObject([{ actor: 'setup', action: 'user.create' }]);
  });
});

describe('the admin of the environment', () => {
  it('is made while there is no user, and only then', async () => {
    expect(accepted(await ensureFirstAdmin(stage().ports, FIRST))).toMatchObject({
      email: FIRST.email,
      role: 'admin',
    });
    expect(accepted(await ensureFirstAdmin(stage().ports, { ...FIRST, email: 'b@example.org' }))).toBeNull();
    expect(await stage().db.rows('SELECT email FROM users')).toEqual([{ email: FIRST.email }]);
    expect(await stage().audit()).toMatchObject([{ actor: 'environment', action: 'user.create' }]);
  });

  it('is refused with a weak password', async () => {
    const weak = await ensureFirstAdmin(stage().ports, { ...FIRST, password: 'password1234' });
    expect(verdictOf(weak)).toBe('invalid');
  });
});
