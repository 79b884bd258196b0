import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR } from '@/lib/domain/caller';
import { CONFIRMED_MS, FRESH_SIGN_IN_MS } from '@/lib/domain/session';
import { setPassword } from '@/lib/services/passwords/set';
import { BrowserJar } from '@/tests/support/browser-jar';
import { type DiscordStandIn, startDiscord } from '@/tests/support/discord';
import { act, confirmPassword, goThrough, isSignedIn } from '@/tests/support/discord-browser';
import { openRawDatabase, type RawDatabase } from '@/tests/support/process/raw-database';
import { accepted } from '@/tests/support/result';
import { makePerson, PASSWORD, type Site, startSite } from '@/tests/support/site';

/** Connecting a Discord account requires the password and is shown to the person; a password reset disconnects it. */

let site: Site;
let discord: DiscordStandIn;
let rawDatabase: RawDatabase;
beforeAll(async () => {
  discord = await startDiscord();
  site = await startSite({
    DISCORD_CLIENT_ID: 'client',
    DISCORD_CLIENT_SECRET: 'a secret',
    DISCORD_ORIGIN: discord.origin,
  });
  rawDatabase = openRawDatabase(site.databaseUrl);
});
afterAll(async () => {
  await rawDatabase.close();
  await site.stop();
  await discord.stop();
});

const NEW_PASSWORD = 'another long passphrase';
const ACCOUNT = ['/account'] as const;
const DISCONNECT = ['app/actions/account.ts#disconnectIdentityAction', ...ACCOUNT] as const;
const EVERYWHERE = ['app/actions/account.ts#signOutEverywhereAction', ...ACCOUNT] as const;
const DISMISS = ['app/actions/account.ts#dismissNoticesAction', ...ACCOUNT] as const;
const RESET = ['app/actions/users.ts#resetPasswordAction', '/admin/users'] as const;

let people = 0;
/** Signs in a new person, and sets the Discord account that the fake returns from now on. */
async function person(role: 'owner' | 'admin' = 'owner') {
  const n = ++people;
  const user = await makePerson(site, `link${n}@example.org`, role);
  const subject = String(80_351_110_224_700_000n + BigInt(n));
  discord.account = { id: subject, email: 'elsewhere@example.org' };
  const jar = new BrowserJar(site.origin);
  await jar.signIn(user.email, PASSWORD);
  return { ...user, jar, subject };
}

async function connectedPerson() {
  const connected = await person();
  await confirmPassword(connected.jar, site.origin, PASSWORD);
  expect(await goThrough(connected.jar)).toContain('connected=discord');
  return connected;
}

/** Whether the Discord account can sign in without a password. */
async function signsIn(): Promise<boolean> {
  const stranger = new BrowserJar(site.origin);
  await goThrough(stranger);
  return isSignedIn(stranger);
}

/** Lets time pass for a person's sessions. */
const letPass = (userId: string, ms: number) =>
  rawDatabase.run(
    'UPDATE sessions SET created_at_ms = created_at_ms - ?, confirmed_at_ms = confirmed_at_ms - ? WHERE user_id = ?',
    ms,
    ms,
    userId,
  );

const auditOf = async (userId: string) =>
  rawDatabase.rows<{ action: string; actor: string; subject: string }>(
    'SELECT actor, action, subject FROM audit_log WHERE subject = ? ORDER BY id',
    userId,
  );

const shownAt = async (jar: BrowserJar, path: string) => (await jar.fetch(path)).text();

describe('connecting', () => {
  test('needs the current password first', async () => {
    const { jar } = await person();
    expect(await goThrough(jar)).toContain('error=not-confirmed');
    expect(await confirmPassword(jar, site.origin, 'not the right passphrase')).toContain('is wrong');
    expect(await goThrough(jar)).toContain('error=not-confirmed');
    expect(await signsIn()).toBe(false);
    expect(await confirmPassword(jar, site.origin, PASSWORD)).toContain('"done"');
    expect(await goThrough(jar)).toContain('connected=discord');
    expect(await signsIn()).toBe(true);
  });

  test('is possible once for a confirmation, in the browser that gave it', async () => {
    const { jar, email } = await person();
    const other = new BrowserJar(site.origin);
    await other.signIn(email, PASSWORD);
    await confirmPassword(jar, site.origin, PASSWORD);
    expect(await goThrough(other)).toContain('error=not-confirmed');
    expect(await goThrough(jar)).toContain('connected=discord');
    discord.account = { ...discord.account, id: `${discord.account.id}1` };
    expect(await goThrough(jar)).toContain('error=not-confirmed');
  });

  test.each([
    ['just before it ends', CONFIRMED_MS - 60_000, 'connected=discord'],
    ['when it has ended', CONFIRMED_MS, 'error=not-confirmed'],
  ])('with a confirmation %s', async (_, ms, expected) => {
    const { jar, id } = await person();
    await confirmPassword(jar, site.origin, PASSWORD);
    await letPass(id, ms);
    expect(await goThrough(jar)).toContain(expected);
  });

  test.each([
    ['within 5 minutes of signing in', FRESH_SIGN_IN_MS - 60_000, 'connected=discord'],
    ['not later', FRESH_SIGN_IN_MS, 'error=not-confirmed'],
  ])('without a password: %s', async (_, ms, expected) => {
    const { jar, id } = await person();
    await rawDatabase.run('UPDATE users SET password_hash = NULL WHERE id = ?', id);
    await letPass(id, ms);
    expect(await goThrough(jar)).toContain(expected);
  });

  test('guesses of the password are throttled', async () => {
    const { jar } = await person();
    for (let i = 0; i < 10; i++) await confirmPassword(jar, site.origin, 'not the right passphrase');
    expect(await confirmPassword(jar, site.origin, PASSWORD)).toContain('Too many attempts');
  });

  test('is recorded, listed, and told until it is dismissed', async () => {
    const { jar, id, email, subject } = await connectedPerson();
    expect(await auditOf(id)).toContainEqual({ actor: id, action: 'identity.connect', subject: id });
    expect(await shownAt(jar, '/account')).toContain(subject);
    const later = new BrowserJar(site.origin);
    await later.signIn(email, PASSWORD);
    for (const path of ['/bots', '/docs', '/bots']) {
      expect(await shownAt(later, path)).toContain(`Discord account ${subject} was connected`);
    }
    const [{ id: notice = '' } = {}] = await rawDatabase.rows<{ id: string }>(
      'SELECT id FROM notices WHERE user_id = ?',
      id,
    );
    const other = await person();
    await act(other.jar, site.origin, DISMISS, { ids: notice });
    expect(await shownAt(later, '/bots')).toContain('was connected');
    expect(await act(later, site.origin, DISMISS, { ids: notice })).toContain('"done"');
    expect(await shownAt(later, '/bots')).not.toContain('was connected');
  });
});

describe('disconnecting', () => {
  test('keeps the Discord account and its sessions out; the browser that asked stays signed in', async () => {
    const { jar, id, email, subject } = await connectedPerson();
    const stranger = new BrowserJar(site.origin);
    await goThrough(stranger);
    expect(await isSignedIn(stranger)).toBe(true);
    expect(await act(jar, site.origin, DISCONNECT, { provider: 'discord', subject })).toContain('"done"');
    expect([await isSignedIn(jar), await isSignedIn(stranger), await signsIn()]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await auditOf(id)).toContainEqual({ actor: id, action: 'identity.disconnect', subject: id });
    const later = new BrowserJar(site.origin);
    await later.signIn(email, PASSWORD);
    expect(await shownAt(later, '/bots')).toContain('was disconnected');
  });

  test('another’s account, or one that is not connected, is refused alike', async () => {
    const { subject } = await connectedPerson();
    const { jar } = await person();
    const ask = (given: string) => act(jar, site.origin, DISCONNECT, { provider: 'discord', subject: given });
    const responses = [await ask(subject), await ask('1')];
    for (const response of responses) expect(response).toContain('This account is not connected.');
    discord.account = { id: subject, email: '' };
    expect(await signsIn()).toBe(true);
  });

  test('is refused when it is the only way to sign in', async () => {
    const { jar, id, subject } = await connectedPerson();
    await rawDatabase.run('UPDATE users SET password_hash = NULL WHERE id = ?', id);
    for (const [action, fields] of [
      [DISCONNECT, { provider: 'discord', subject }],
      [EVERYWHERE, { disconnect: 'yes' }],
    ] as const) {
      expect(await act(jar, site.origin, action, fields as Record<string, string>)).toContain(
        'You have no password',
      );
    }
    expect([await isSignedIn(jar), await signsIn()]).toEqual([true, true]);
  });
});

describe('a reset by an admin', () => {
  test.each([
    ['disconnects by default', {}, false],
    ['keeps the account when asked to', { keep: 'yes' }, true],
  ])('in the browser %s, and the person is told', async (_, fields, isKept) => {
    const admin = await person('admin');
    const { id, email } = await connectedPerson();
    const reset = { id, password: NEW_PASSWORD, ...fields };
    expect(await act(admin.jar, site.origin, RESET, reset)).toContain('"done"');
    expect(await signsIn()).toBe(isKept);
    const actions = (await auditOf(id)).filter(({ actor }) => actor === admin.id).map(({ action }) => action);
    expect(actions).toEqual(['user.set-password', ...(isKept ? [] : ['identity.disconnect'])]);
    const jar = new BrowserJar(site.origin);
    await jar.signIn(email, NEW_PASSWORD);
    const page = await shownAt(jar, '/bots');
    expect(page).toContain('A new password was set for you by an admin.');
    expect(page.includes('was disconnected by an admin')).toBe(!isKept);
  });

  test('by the operator disconnects, and a confirmation given before it connects nothing', async () => {
    const { jar, id } = await connectedPerson();
    await confirmPassword(jar, site.origin, PASSWORD);
    accepted(await setPassword(site.ports, OPERATOR, { userId: id }, NEW_PASSWORD));
    expect(await goThrough(jar)).toContain('error=not-connected');
    expect(await signsIn()).toBe(false);
  });
});

describe('“Sign out everywhere”', () => {
  test.each([
    ['keeps the account unless asked', {}, true],
    ['disconnects when asked', { disconnect: 'yes' }, false],
  ])('%s', async (_, fields, isKept) => {
    const { jar, email } = await connectedPerson();
    expect(await act(jar, site.origin, EVERYWHERE, fields)).toContain('/login');
    expect([await isSignedIn(jar), await signsIn()]).toEqual([false, isKept]);
    const later = new BrowserJar(site.origin);
    await later.signIn(email, PASSWORD);
    expect(await shownAt(later, '/bots')).toContain('You were signed out everywhere.');
  });
});
