import { describe, expect, test } from 'vitest';
import { composeKey } from '@/lib/domain/keys/key-text';
import { ATTEMPTS_MAX } from '@/lib/domain/people/throttle';
import {
  actionRequest,
  BrowserJar,
  isSignedIn,
  PASSWORD,
  SIGN_IN,
  signedInBrowser,
  THROTTLED,
  WRONG_PASSWORD,
} from '@/tests/support/browser-jar';
import { makeBot, makeKey, makePerson } from '@/tests/support/site';
import { rawDatabaseOf, siteForFile } from '@/tests/support/test-site';

const WRONG = 'not the right passphrase';
const BOT_ID = '1483746529000000001';
const AT_LIMIT = { 'x-forwarded-for': '203.0.113.7' };
const site = siteForFile({ TRUSTED_PROXIES: '127.0.0.1,::1' });
const rawDatabase = rawDatabaseOf(site);

let people = 0;
/** The email address of a new person. */
async function person(): Promise<string> {
  const email = `person${++people}@example.org`;
  await makePerson(site, email, 'owner');
  return email;
}

const newBrowser = (headers: Record<string, string> = {}) => new BrowserJar(site.origin, headers);
/** A browser at a client address, which a trusted proxy forwards. */
const browserAt = (address: string) => newBrowser({ 'x-forwarded-for': address });
const cookieIn = (response: Response) =>
  response.headers.getSetCookie().find((cookie) => cookie.includes('botmeter.session='));

describe('signing in with email and password', () => {
  test('opens a session in a cookie that scripts cannot read', async () => {
    const jar = newBrowser();
    const { href, response } = await jar.signIn(await person(), PASSWORD);
    expect(href).toMatch(/^\/login\?/);
    expect(cookieIn(response)).toMatch(/^\d+\.botmeter\.session=.*; HttpOnly/);
    expect(cookieIn(response)).toMatch(/; SameSite=Lax/i);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(await isSignedIn(jar)).toBe(true);
  });

  test('accepts the address in any case and with spaces around it', async () => {
    const jar = await signedInBrowser(site, `  ${(await person()).toUpperCase()} `);
    expect(await isSignedIn(jar)).toBe(true);
  });

  test('gives every failed sign-in the same response and no session', async () => {
    const wrong = await newBrowser().signIn(await person(), WRONG);
    expect(wrong.message).toBe(WRONG_PASSWORD);
    const [disabled, withoutPassword] = [await person(), await person()];
    await rawDatabase.run('UPDATE users SET disabled_at_ms = 1 WHERE email = ?', disabled);
    await rawDatabase.run('UPDATE users SET password_hash = NULL WHERE email = ?', withoutPassword);
    for (const [email, password] of [
      ...[disabled, withoutPassword, 'nobody@example.org', 'no address'].map((email) => [email, PASSWORD]),
      ...['', 'x'.repeat(129), 'x'.repeat(60_000)].map((password) => ['person1@example.org', password]),
    ] as [string, string][]) {
      const jar = browserAt('203.0.113.5');
      const { message, response } = await jar.signIn(email, password);
      expect([message, response.status]).toEqual([wrong.message, wrong.response.status]);
      expect(await isSignedIn(jar)).toBe(false);
    }
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])('never redirects to the callbackUrl %j', async (callbackUrl) => {
    const jar = newBrowser();
    const { href } = await jar.signIn(await person(), PASSWORD, callbackUrl);
    expect(href).toMatch(/^\/login\?/);
    // The address that the page opens leads on, to the place where the person starts.
    const { headers } = await jar.fetch(href ?? '');
    expect(new URL(headers.get('location') ?? '', site.origin).href).toBe(`${site.origin}/bots`);
  });

  test.each(['https://evil.example', 'null', 'SITE.evil.example'])(
    'refuses a request whose Origin is %s',
    async (origin) => {
      const jar = newBrowser();
      const headers = { origin: origin.replace('SITE', site.origin) };
      const { response } = await jar.signIn(await person(), PASSWORD, '/', headers);
      expect(response.status).toBe(403);
      expect(await isSignedIn(jar)).toBe(false);
    },
  );

  test('refuses a request without Origin', async () => {
    const jar = newBrowser();
    const [action, page] = SIGN_IN;
    const sent = actionRequest(action, { email: await person(), password: PASSWORD }, {});
    expect((await jar.fetch(page, sent)).status).toBe(403);
  });

  test('sets a Secure cookie behind a trusted proxy that uses https', async () => {
    const host = 'bots.example.org';
    const origin = `https://${host}`;
    const jar = newBrowser({ 'x-forwarded-proto': 'https', 'x-forwarded-host': host, origin });
    const { response } = await jar.signIn(await person(), PASSWORD);
    expect(cookieIn(response)).toMatch(/^__Host-botmeter\.session=.*; Secure/);
  });
});

describe('the sign-in throttle', () => {
  test('refuses even the right password after the attempts for one account, and no other account', async () => {
    const [victim, other] = [await person(), await person()];
    const jar = newBrowser();
    for (let i = 0; i < ATTEMPTS_MAX.account; i++) {
      expect((await jar.signIn(victim, WRONG)).message).toBe(WRONG_PASSWORD);
    }
    expect((await jar.signIn(victim, PASSWORD)).message).toBe('Too many attempts. Try again in 15 minutes.');
    expect(await isSignedIn(jar)).toBe(false);
    await jar.signIn(other, PASSWORD);
    expect(await isSignedIn(jar)).toBe(true);
  });

  test('throttles an unknown account like any other', async () => {
    const jar = newBrowser();
    for (let i = 0; i < ATTEMPTS_MAX.account; i++) await jar.signIn('ghost@example.org', WRONG);
    expect((await jar.signIn('ghost@example.org', WRONG)).message).toMatch(THROTTLED);
  });

  test('limits the attempts of an address over all accounts, by the address that the proxy adds', async () => {
    const attempt = async (n: number, address: string) =>
      (await browserAt(address).signIn(`many${n}@example.org`, WRONG)).message;
    const attempts = Array.from({ length: ATTEMPTS_MAX.address }, (_, n) => attempt(n, '203.0.113.7'));
    for (const message of await Promise.all(attempts)) expect(message).toBe(WRONG_PASSWORD);
    expect(await attempt(1_000, '203.0.113.7')).toMatch(THROTTLED);
    expect(await attempt(1_001, '198.51.100.1, 203.0.113.7')).toMatch(THROTTLED);
    expect(await attempt(1_002, '203.0.113.8')).toBe(WRONG_PASSWORD);
  });

  test('is not for the API: a valid key is served at an address with too many sign-ins and wrong keys', async () => {
    await makeBot(site, { id: BOT_ID, owner: await person() });
    const { key } = await makeKey(site, BOT_ID);
    const statusOf = async (one: string) =>
      (
        await fetch(`${site.origin}/api/v1/usage`, {
          headers: { ...AT_LIMIT, authorization: `Bearer ${one}` },
        })
      ).status;
    for (let i = 0; i < 200; i++) expect(await statusOf(composeKey(String(i).padStart(32, '0')))).toBe(401);
    expect((await newBrowser(AT_LIMIT).signIn('one@more.example', WRONG)).message).toMatch(THROTTLED);
    expect(await statusOf(key)).toBe(200);
  });

  test('resets an account’s attempts when a sign-in succeeds', async () => {
    const email = await person();
    const jar = browserAt('203.0.113.9');
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < ATTEMPTS_MAX.account - 1; i++) await jar.signIn(email, WRONG);
      expect((await jar.signIn(email, PASSWORD)).message).toBeNull();
    }
  });
});
