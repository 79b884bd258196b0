import { describe, expect, test } from 'vitest';
import { cookieName } from '@/lib/auth/cookies';
import { OPERATOR } from '@/lib/domain/people/caller';
import { ATTEMPTS_MAX } from '@/lib/domain/people/throttle';
import { setPassword } from '@/lib/services/passwords/set';
import { BrowserJar, PASSWORD, THROTTLED, WRONG_PASSWORD } from '@/tests/support/browser-jar';
import { accepted } from '@/tests/support/result';
import { makePerson } from '@/tests/support/site';
import { siteForFile } from '@/tests/support/test-site';

/** A browser that signed in before has its own limit of attempts, whatever others do to the account or the address. */

const site = siteForFile({ TRUSTED_PROXIES: '127.0.0.1,::1' });

const WRONG = 'not the right passphrase';
const known = () => cookieName(site.origin, 'known');

let people = 0;
let addresses = 0;
const newAddress = () => `203.0.113.${++addresses}`;
const browserAt = (address: string) => new BrowserJar(site.origin, { 'x-forwarded-for': address });

/** A browser that signed in and out. */
async function knownBrowser(email: string, address = newAddress()): Promise<BrowserJar> {
  const jar = browserAt(address);
  await jar.signIn(email, PASSWORD);
  await jar.signOut();
  return jar;
}

/** A new person, and a browser in which they signed in and out. */
async function person() {
  const { id, email } = await makePerson(site, `known${++people}@example.org`, 'admin');
  const address = newAddress();
  return { id, email, address, jar: await knownBrowser(email, address) };
}

/** The error of a sign-in; `null` when it succeeds. */
async function errorOf(jar: BrowserJar, email: string, password: string): Promise<string | null> {
  const { message } = await jar.signIn(email, password);
  return message !== null && THROTTLED.test(message) ? 'throttled' : message;
}

/** Wrong passwords for an account, each attempt from a new address. */
async function attack(email: string): Promise<void> {
  for (let i = 0; i <= ATTEMPTS_MAX.account; i++) await browserAt(newAddress()).signIn(email, WRONG);
}

/** Uses up the attempts of an address. */
async function exhaust(address: string): Promise<void> {
  const tries = Array.from({ length: ATTEMPTS_MAX.address + 1 }, (_, i) =>
    browserAt(address).signIn(`guess${i}@example.org`, WRONG),
  );
  await Promise.all(tries);
}

describe('a browser that signed in before', () => {
  test('is not locked out by ten wrong passwords from elsewhere; a new browser is', async () => {
    const { email, jar } = await person();
    await attack(email);
    expect(await errorOf(browserAt(newAddress()), email, PASSWORD)).toBe('throttled');
    expect(await errorOf(jar, email, PASSWORD)).toBeNull();
    // Its success does not reset the limit of the guessers.
    expect(await errorOf(browserAt(newAddress()), email, WRONG)).toBe('throttled');
  });

  test('is not locked out by fifty wrong passwords from its own address; a new browser there is', async () => {
    const { email, address, jar } = await person();
    await exhaust(address);
    expect(await errorOf(browserAt(address), email, PASSWORD)).toBe('throttled');
    expect(await errorOf(jar, email, PASSWORD)).toBeNull();
  });

  test('has ten attempts; using them up locks out neither another known browser nor a new one', async () => {
    const { email, jar: first } = await person();
    const second = await knownBrowser(email);
    for (let i = 0; i < ATTEMPTS_MAX.browser; i++) {
      expect(await errorOf(first, email, WRONG)).toBe(WRONG_PASSWORD);
    }
    expect(await errorOf(first, email, PASSWORD)).toBe('throttled');
    expect(await errorOf(second, email, PASSWORD)).toBeNull();
    expect(await errorOf(browserAt(newAddress()), email, PASSWORD)).toBeNull();
  });

  test('becomes unknown when an admin sets a new password', async () => {
    const { id, email, jar } = await person();
    const other = `${PASSWORD}, another`;
    accepted(await setPassword(site.ports, OPERATOR, { userId: id }, other));
    await attack(email);
    expect(await errorOf(jar, email, other)).toBe('throttled');
  });

  test('is known only for the person who signed in', async () => {
    const [{ jar }, other] = [await person(), await person()];
    await attack(other.email);
    expect(await errorOf(jar, other.email, PASSWORD)).toBe('throttled');
  });

  test.each([
    ['cut short', (value: string) => value.slice(0, -1)],
    ['with another id', (value: string) => `${value.startsWith('x') ? 'y' : 'x'}${value.slice(1)}`],
    [
      'of another site',
      () => 'AAAAAAAAAAAAAAAAAAAAAA.9999999999999.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    ],
    ['of 4 kB', () => 'A.'.repeat(2_000)],
  ])('is not one with a cookie that is %s', async (_, spoil) => {
    const { email, jar } = await person();
    const [, value = ''] = new RegExp(`${known()}=([^;]+)`).exec(jar.cookie) ?? [];
    expect(value).not.toBe('');
    await attack(email);
    const forged = new BrowserJar(site.origin, {
      'x-forwarded-for': newAddress(),
      cookie: `${known()}=${spoil(value)}`,
    });
    expect(await errorOf(forged, email, PASSWORD)).toBe('throttled');
  });

  test('is known by a cookie of 180 days that scripts cannot read and other sites cannot send', async () => {
    const { email } = await person();
    const { response } = await browserAt(newAddress()).signIn(email, PASSWORD);
    const cookie = response.headers.getSetCookie().find((c) => c.startsWith(`${known()}=`));
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Strict/i);
    expect(cookie).toMatch(/; Path=\/(;|$)/i);
    expect(cookie).toMatch(new RegExp(`; Max-Age=${180 * 86_400}`, 'i'));
    const wrong = await browserAt(newAddress()).signIn(email, WRONG);
    expect(wrong.response.headers.getSetCookie().join()).not.toContain(known());
  });
});

describe('addresses', () => {
  test('of one /64 share a limit, another /64 has its own', async () => {
    await exhaust('2001:db8:1:2::1');
    const from = (address: string) => errorOf(browserAt(address), 'nobody@example.org', WRONG);
    expect(await from('2001:db8:1:2:ffff:1:2:3')).toBe('throttled');
    expect(await from('2001:0DB8:0001:0002::9')).toBe('throttled');
    expect(await from('2001:db8:1:3::1')).toBe(WRONG_PASSWORD);
  });

  test('that are invalid are never stored; the proxy’s address is used instead', async () => {
    const { email } = await person();
    const markup = '<img src=x onerror=alert(1)>';
    await browserAt(markup).signIn(email, WRONG);
    await browserAt(`203.0.113.200, ${markup}`).signIn(email, PASSWORD);
    const stored = await site.ports.directory.read(async (tables) =>
      JSON.stringify(await Promise.all([tables.audit, tables.access].map((t) => t.search(EVERYTHING)))),
    );
    expect(stored).not.toContain('onerror');
    // Entries before an invalid address cannot be trusted.
    expect(stored).not.toContain('203.0.113.200');
  });
});

const EVERYTHING = { text: '', sort: '', isDescending: true, page: 1 };
