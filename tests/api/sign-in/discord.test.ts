import { describe, expect, onTestFinished, test } from 'vitest';
import { CONFIRMED_MS, FRESH_SIGN_IN_MS, OPERATOR } from '@/lib/domain/people/caller';
import { inviteUser } from '@/lib/services/links/issue';
import { setPassword } from '@/lib/services/passwords/set';
import {
  BrowserJar,
  confirmPassword,
  isSignedIn,
  signedInBrowser,
  signInWithDiscord,
  submitForm,
} from '@/tests/support/browser-jar';
import { accepted } from '@/tests/support/result';
import { makePerson } from '@/tests/support/site';
import { rawDatabaseOf, siteWithDiscord } from '@/tests/support/test-site';

/** Connecting a Discord account requires the password and is shown to the person; a password reset disconnects it. */

const { site, discord } = siteWithDiscord();
const rawDatabase = rawDatabaseOf(site);

const NEW_PASSWORD = 'another long passphrase';
const DISCONNECT = ['lib/actions/account.ts#disconnectIdentityAction', '/account'] as const;
const EVERYWHERE = ['lib/actions/account.ts#signOutEverywhereAction', '/account'] as const;
const DISMISS = ['lib/actions/account.ts#dismissNoticesAction', '/account'] as const;
const RESET = ['lib/actions/users.ts#resetPasswordAction', '/admin/users'] as const;

const newBrowser = () => new BrowserJar(site.origin);

let people = 0;
/** Signs in a new person, and sets the Discord account that the fake returns from now on. */
async function person(role: 'owner' | 'admin' = 'owner') {
  const n = ++people;
  const user = await makePerson(site, `link${n}@example.org`, role);
  const subject = String(80_351_110_224_700_000n + BigInt(n));
  discord.account = { id: subject, email: 'elsewhere@example.org' };
  const jar = await signedInBrowser(site, user.email);
  return { ...user, jar, subject };
}

async function connectedPerson() {
  const connected = await person();
  await confirmPassword(connected.jar);
  expect(await signInWithDiscord(connected.jar)).toContain('connected=discord');
  return connected;
}

/** Whether the Discord account can sign in without a password. */
async function signsIn(): Promise<boolean> {
  const stranger = newBrowser();
  await signInWithDiscord(stranger);
  return isSignedIn(stranger);
}

/** Lets time pass for a person's sessions. */
const letPass = (userId: string, ms: number) => {
  const earlier = 'created_at_ms = created_at_ms - ?, confirmed_at_ms = confirmed_at_ms - ?';
  return rawDatabase.run(`UPDATE sessions SET ${earlier} WHERE user_id = ?`, ms, ms, userId);
};

const auditOf = async (userId: string) => {
  const select = 'SELECT actor, action, subject FROM audit_log WHERE subject = ? ORDER BY id';
  return rawDatabase.rows<{ action: string; actor: string; subject: string }>(select, userId);
};

const shownAt = async (jar: BrowserJar, path: string) => (await jar.fetch(path)).text();

describe('a link', () => {
  const LINK = 'lib/actions/links.ts#keepLinkAction';
  /** Goes to Discord with an invitation as a new account there; returns where the service leads at the end. */
  async function accept(jar: BrowserJar, email: string) {
    const { token } = accepted(await inviteUser(site.ports, OPERATOR, { email, role: 'owner' }));
    await submitForm(jar, [LINK, '/invite'], { token });
    return signInWithDiscord(jar);
  }

  test('is used by coming back from Discord, and then no longer in that browser', async () => {
    await person();
    const jar = newBrowser();
    await accept(jar, 'by-discord@example.org');
    expect(await isSignedIn(jar)).toBe(true);
    expect(jar.cookie).not.toContain('botmeter.link=');
    expect(await signsIn()).toBe(true);
  });

  test('is not used with an account of someone else, whose person is not signed in either', async () => {
    await connectedPerson();
    const jar = newBrowser();
    expect(await accept(jar, 'not-by-discord@example.org')).toContain('/invite?error=identity');
    expect(await isSignedIn(jar)).toBe(false);
    expect(await shownAt(jar, '/invite?error=identity')).toContain('connected to another person');
  });
});

describe('signing in with Discord', () => {
  test('requests the scope identify alone, with state and a PKCE challenge', async () => {
    await signInWithDiscord(newBrowser());
    const requested = discord.authorizations.at(-1);
    expect(requested?.get('scope')).toBe('identify');
    expect(requested?.get('state')).toMatch(/.{20,}/);
    expect(requested?.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(requested?.get('code_challenge_method')).toBe('S256');
  });

  test('opens the account that the identity was connected to', async () => {
    await connectedPerson();
    const jar = newBrowser();
    expect(await signInWithDiscord(jar)).toBe(`${site.origin}/bots`);
    expect(await isSignedIn(jar)).toBe(true);
  });

  test('signs nobody in with an unconnected identity, even with the email address of a person', async () => {
    const { email, subject } = await person();
    discord.account = { id: subject, email };
    const jar = newBrowser();
    expect(await signInWithDiscord(jar)).toContain('error=not-connected');
    expect(await isSignedIn(jar)).toBe(false);
  });

  test('keeps an identity with the person who connected it first', async () => {
    const { subject } = await connectedPerson();
    const { jar } = await person();
    discord.account = { id: subject, email: '' };
    await confirmPassword(jar);
    expect(await signInWithDiscord(jar)).toContain('error=identity-taken');
  });

  test('refuses a callback with another state', async () => {
    await connectedPerson();
    const jar = newBrowser();
    const end = await signInWithDiscord(jar, (callback) => {
      callback.searchParams.set('state', 'forged');
      return callback;
    });
    expect(end).toContain('error=');
    expect(await isSignedIn(jar)).toBe(false);
  });

  test('refuses a code in another browser, which does not have its PKCE verifier', async () => {
    await connectedPerson();
    const other = newBrowser();
    let stolen = '';
    await signInWithDiscord(newBrowser(), (callback) => {
      stolen = callback.href;
      return new URL('/', site.origin);
    });
    const response = await other.fetch(stolen);
    expect(response.headers.get('location')).toContain('error=');
    expect(await isSignedIn(other)).toBe(false);
  });
});

describe('connecting', () => {
  test('needs the current password first', async () => {
    const { jar } = await person();
    expect(await signInWithDiscord(jar)).toContain('error=not-confirmed');
    expect(await confirmPassword(jar, 'not the right passphrase')).toContain('is wrong');
    expect(await signInWithDiscord(jar)).toContain('error=not-confirmed');
    expect(await signsIn()).toBe(false);
    expect(await confirmPassword(jar)).toContain('"done"');
    expect(await signInWithDiscord(jar)).toContain('connected=discord');
    expect(await signsIn()).toBe(true);
  });

  test('is possible once for a confirmation, in the browser that gave it', async () => {
    const { jar, email } = await person();
    const other = await signedInBrowser(site, email);
    await confirmPassword(jar);
    expect(await signInWithDiscord(other)).toContain('error=not-confirmed');
    expect(await signInWithDiscord(jar)).toContain('connected=discord');
    discord.account = { ...discord.account, id: `${discord.account.id}1` };
    expect(await signInWithDiscord(jar)).toContain('error=not-confirmed');
  });

  test.each([
    ['just before it ends', CONFIRMED_MS - 60_000, 'connected=discord'],
    ['when it has ended', CONFIRMED_MS, 'error=not-confirmed'],
  ])('with a confirmation %s', async (_, ms, expected) => {
    const { jar, id } = await person();
    await confirmPassword(jar);
    await letPass(id, ms);
    expect(await signInWithDiscord(jar)).toContain(expected);
  });

  test.each([
    ['within 5 minutes of signing in', FRESH_SIGN_IN_MS - 60_000, 'connected=discord'],
    ['not later', FRESH_SIGN_IN_MS, 'error=not-confirmed'],
  ])('without a password: %s', async (_, ms, expected) => {
    const { jar, id } = await person();
    await rawDatabase.run('UPDATE users SET password_hash = NULL WHERE id = ?', id);
    await letPass(id, ms);
    expect(await signInWithDiscord(jar)).toContain(expected);
  });

  test('guesses of the password are throttled', async () => {
    const { jar } = await person();
    for (let i = 0; i < 10; i++) await confirmPassword(jar, 'not the right passphrase');
    expect(await confirmPassword(jar)).toContain('Too many attempts');
  });

  test('is recorded, listed, and shown in a notice until it is dismissed', async () => {
    const { jar, id, email, subject } = await connectedPerson();
    expect(await auditOf(id)).toContainEqual({ actor: id, action: 'identity.connect', subject: id });
    expect(await shownAt(jar, '/account')).toContain(subject);
    const later = await signedInBrowser(site, email);
    for (const path of ['/bots', '/docs', '/bots']) {
      expect(await shownAt(later, path)).toContain(`Discord account ${subject} was connected`);
    }
    const selectNotice = 'SELECT id FROM notices WHERE user_id = ?';
    const [{ id: notice = '' } = {}] = await rawDatabase.rows<{ id: string }>(selectNotice, id);
    const other = await person();
    await submitForm(other.jar, DISMISS, { ids: notice });
    expect(await shownAt(later, '/bots')).toContain('was connected');
    expect(await submitForm(later, DISMISS, { ids: notice })).toContain('"done"');
    expect(await shownAt(later, '/bots')).not.toContain('was connected');
  });
});

describe('disconnecting', () => {
  test('ends the sessions of the Discord account, but not that of the browser that disconnects', async () => {
    const { jar, id, email, subject } = await connectedPerson();
    const stranger = newBrowser();
    await signInWithDiscord(stranger);
    expect(await isSignedIn(stranger)).toBe(true);
    expect(await submitForm(jar, DISCONNECT, { provider: 'discord', subject })).toContain('"done"');
    const signedIn = [await isSignedIn(jar), await isSignedIn(stranger), await signsIn()];
    expect(signedIn).toEqual([true, false, false]);
    expect(await auditOf(id)).toContainEqual({ actor: id, action: 'identity.disconnect', subject: id });
    const later = await signedInBrowser(site, email);
    expect(await shownAt(later, '/bots')).toContain('was disconnected');
  });

  test('refuses another person’s account like one that is not connected', async () => {
    const { subject } = await connectedPerson();
    const { jar } = await person();
    for (const given of [subject, '1']) {
      const response = await submitForm(jar, DISCONNECT, { provider: 'discord', subject: given });
      expect(response).toContain('This account is not connected.');
    }
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
      expect(await submitForm(jar, action, fields as Record<string, string>)).toContain(
        'You have no password',
      );
    }
    expect([await isSignedIn(jar), await signsIn()]).toEqual([true, true]);
  });
});

describe('a reset by an admin', () => {
  test.each([
    ['disconnects by default', {}, false],
    ['keeps the account if chosen', { keep: 'yes' }, true],
  ])('in the browser %s, and the person gets a notice', async (_, fields, isKept) => {
    const admin = await person('admin');
    const { id, email } = await connectedPerson();
    const reset = { id, password: NEW_PASSWORD, ...fields };
    expect(await submitForm(admin.jar, RESET, reset)).toContain('"done"');
    expect(await signsIn()).toBe(isKept);
    const actions = (await auditOf(id)).filter(({ actor }) => actor === admin.id).map(({ action }) => action);
    expect(actions).toEqual(['user.set-password', ...(isKept ? [] : ['identity.disconnect'])]);
    const jar = await signedInBrowser(site, email, NEW_PASSWORD);
    const page = await shownAt(jar, '/bots');
    expect(page).toContain('A new password was set for you by an admin.');
    expect(page.includes('was disconnected by an admin')).toBe(!isKept);
  });

  test('by the operator disconnects, and a confirmation given before it connects nothing', async () => {
    const { jar, id } = await connectedPerson();
    await confirmPassword(jar);
    accepted(await setPassword(site.ports, OPERATOR, { userId: id }, NEW_PASSWORD));
    expect(await signInWithDiscord(jar)).toContain('error=not-connected');
    expect(await signsIn()).toBe(false);
  });
});

describe('“Sign out everywhere”', () => {
  test.each([
    ['keeps the account by default', {}, true],
    ['disconnects it if chosen', { disconnect: 'yes' }, false],
  ])('%s', async (_, fields, isKept) => {
    const { jar, email } = await connectedPerson();
    expect(await submitForm(jar, EVERYWHERE, fields)).toContain('/login');
    expect([await isSignedIn(jar), await signsIn()]).toEqual([false, isKept]);
    const later = await signedInBrowser(site, email);
    expect(await shownAt(later, '/bots')).toContain('You were signed out everywhere.');
  });
});

describe('a failure of Discord', () => {
  const json = (status: number, body: object) => ({
    status,
    type: 'application/json',
    body: JSON.stringify(body),
  });
  const SECRET = 'what-only-discord-said';
  const cloudflare = { status: 403, type: 'text/html', body: `<html>${SECRET}</html>` };

  test.each([
    ['cancel', 'discord-cancelled', /You cancelled at Discord/],
    [
      json(401, { error: 'invalid_client', error_description: SECRET }),
      'discord-refused',
      /client id or secret/,
    ],
    [json(429, { message: SECRET, retry_after: 3 }), 'discord-unavailable', /did not respond as expected/],
    [cloudflare, 'discord-unavailable', /did not respond as expected/],
    [json(400, { error: 'invalid_grant' }), 'discord-lost', /could not be finished/],
  ] as const)(
    '%j is named to the person, and once in the log without a body',
    async (failure, code, sentence) => {
      discord.failure = failure;
      onTestFinished(() => {
        discord.failure = null;
      });
      const lines = () =>
        site
          .output()
          .split('\n')
          .filter((line) => line.includes('signing in with Discord failed'));
      const before = lines().length;
      for (const jar of [newBrowser(), (await person()).jar]) {
        const end = await signInWithDiscord(jar);
        expect(end).toContain(`error=${code}`);
        expect(await shownAt(jar, end)).toMatch(sentence);
      }
      expect(lines().length - before).toBe(2);
      expect(site.output()).not.toContain(SECRET);
    },
  );
});
