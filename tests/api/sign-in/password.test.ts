import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ATTEMPTS_MAX } from '@/lib/domain/throttle';
import { BrowserJar } from '@/tests/support/browser-jar';
import { makePerson, PASSWORD, type Site, startSite } from '@/tests/support/site';

let site: Site;
const WRONG = 'not the right passphrase';

beforeAll(async () => {
  site = await startSite({ TRUSTED_PROXIES: '127.0.0.1,::1' });
});
afterAll(() => site.stop());

let people = 0;
async function person(role: 'owner' | 'admin' = 'owner'): Promise<string> {
  const email = `person${++people}@example.org`;
  await makePerson(site, email, role);
  return email;
}

/** A new client address for each test, set by the test as trusted proxy. */
const from = (address: string) => ({ 'x-forwarded-for': address });

const isSignedIn = async (jar: BrowserJar) => (await jar.fetch('/api/dashboard/bots')).status === 200;

describe('signing in with email and password', () => {
  test('the right password opens a session in a cookie that scripts cannot read', async () => {
    const jar = new BrowserJar(site.origin);
    const { url, response } = await jar.signIn(await person(), PASSWORD);
    expect(url).toBe(`${site.origin}/`);
    const cookie = response.headers.getSetCookie().find((c) => c.startsWith('botmeter.session='));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(await isSignedIn(jar)).toBe(true);
  });

  test('the address is taken in any case and with spaces around it', async () => {
    const email = await person();
    const jar = new BrowserJar(site.origin);
    await jar.signIn(`  ${email.toUpperCase()} `, PASSWORD);
    expect(await isSignedIn(jar)).toBe(true);
  });

  test('a wrong password and an unknown address get the same answer', async () => {
    const wrong = await new BrowserJar(site.origin).signIn(await person(), WRONG);
    const unknown = await new BrowserJar(site.origin).signIn('nobody@example.org', WRONG);
    expect(wrong.url).toBe(unknown.url);
    expect(wrong.response.status).toBe(unknown.response.status);
    expect(wrong.url).toContain('error=CredentialsSignin');
  });

  test.each([129, 60_000])('a password of %i characters is wrong in the same words', async (length) => {
    const wrong = await new BrowserJar(site.origin).signIn(await person(), WRONG);
    const long = await new BrowserJar(site.origin).signIn(await person(), 'x'.repeat(length));
    expect([long.url, long.response.status]).toEqual([wrong.url, wrong.response.status]);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])('callbackUrl %j does not lead away', async (callbackUrl) => {
    const { url } = await new BrowserJar(site.origin).signIn(await person(), PASSWORD, callbackUrl);
    expect(new URL(url).origin).toBe(site.origin);
  });

  test.each([
    ['another site', 'https://evil.example'],
    ['null', 'null'],
    ['a longer host', 'SITE.evil.example'],
  ])('a sign-in that %s asks for is refused', async (_, origin) => {
    const jar = new BrowserJar(site.origin);
    const fields = { email: await person(), password: PASSWORD };
    const given = origin.replace('SITE', site.origin);
    const response = await jar.post('/api/auth/callback/credentials', fields, { origin: given });
    expect(response.status).toBe(403);
    expect(await isSignedIn(jar)).toBe(false);
  });

  test('a sign-in without Origin is refused', async () => {
    const jar = new BrowserJar(site.origin);
    const { csrfToken } = (await (await jar.fetch('/api/auth/csrf')).json()) as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, email: await person(), password: PASSWORD, json: 'true' });
    const response = await jar.fetch('/api/auth/callback/credentials', { method: 'POST', body });
    expect(response.status).toBe(403);
  });

  test('behind a trusted proxy that speaks https the cookie is Secure', async () => {
    const jar = new BrowserJar(site.origin);
    const host = 'bots.example.org';
    const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': host, origin: `https://${host}` };
    const csrf = await jar.fetch('/api/auth/csrf', { headers: https });
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const response = await jar.fetch('/api/auth/callback/credentials', {
      method: 'POST',
      headers: https,
      body: new URLSearchParams({ csrfToken, email: await person(), password: PASSWORD, json: 'true' }),
    });
    const cookie = response.headers.getSetCookie().find((c) => c.includes('botmeter.session='));
    expect(cookie).toMatch(/^__Host-botmeter\.session=.*; Secure/);
  });
});

describe('the sign-in throttle', () => {
  test('after the attempts for one account even the right password waits; other accounts do not', async () => {
    const [victim, other] = [await person(), await person()];
    const jar = new BrowserJar(site.origin);
    for (let i = 0; i < ATTEMPTS_MAX.account; i++) {
      const { url } = await jar.signIn(victim, WRONG);
      expect(url).toContain('error=CredentialsSignin');
    }
    const { url } = await jar.signIn(victim, PASSWORD);
    expect(url).toMatch(/error=throttled%3A(8[5-9]\d|900)\b/);
    expect(await isSignedIn(jar)).toBe(false);
    await jar.signIn(other, PASSWORD);
    expect(await isSignedIn(jar)).toBe(true);
  });

  test('an unknown account is throttled like any other', async () => {
    const jar = new BrowserJar(site.origin);
    for (let i = 0; i < ATTEMPTS_MAX.account; i++) await jar.signIn('ghost@example.org', WRONG);
    expect((await jar.signIn('ghost@example.org', WRONG)).url).toContain('error=throttled');
  });

  test('the attempts from one address are limited over all accounts, by the address that the proxy vouches for', async () => {
    const attempt = async (n: number, address: string) =>
      (await new BrowserJar(site.origin, from(address)).signIn(`many${n}@example.org`, WRONG)).url;
    const results = await Promise.all(
      Array.from({ length: ATTEMPTS_MAX.address }, (_, n) => attempt(n, '203.0.113.7')),
    );
    expect(results.every((url) => url.includes('error=CredentialsSignin'))).toBe(true);
    expect(await attempt(1_000, '203.0.113.7')).toContain('error=throttled');
    expect(await attempt(1_001, '198.51.100.1, 203.0.113.7')).toContain('error=throttled');
    expect(await attempt(1_002, '203.0.113.8')).toContain('error=CredentialsSignin');
  });

  test('a success forgets the account’s failures', async () => {
    const email = await person();
    const jar = new BrowserJar(site.origin, from('203.0.113.9'));
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < ATTEMPTS_MAX.account - 1; i++) await jar.signIn(email, WRONG);
      expect((await jar.signIn(email, PASSWORD)).url).not.toContain('error');
    }
  });
});
