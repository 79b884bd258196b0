import { beforeAll, describe, expect, test } from 'vitest';
import { BrowserJar, isSignedIn, PASSWORD } from '@/tests/support/browser-jar';
import { makePerson } from '@/tests/support/site';
import { newSite, siteWithDiscord } from '@/tests/support/test-site';

const APP_URL = 'https://bots.example.org';
const OWNER = 'owner@example.org';
const SAME_ORIGIN = { origin: APP_URL };

const { site } = siteWithDiscord({ APP_URL });
beforeAll(() => makePerson(site, OWNER, 'owner'));

/** A browser that uses the service's public URL. */
const newBrowser = () => new BrowserJar(site.origin, SAME_ORIGIN);

/** All `Set-Cookie` headers of a password sign-in, a Discord sign-in and a sign-out. */
async function allCookies(): Promise<string[]> {
  const fields: string[] = [];
  const jar = newBrowser();
  const collect = (response: Response) => {
    fields.push(...response.headers.getSetCookie());
    return response;
  };
  collect((await jar.signIn(OWNER, PASSWORD, '/bots')).response);
  const { response, href } = await jar.startDiscord('/account');
  collect(response);
  const approved = await fetch(href ?? '', { redirect: 'manual' });
  const callback = new URL(approved.headers.get('location') ?? '');
  expect(callback.origin).toBe(APP_URL);
  collect(await jar.fetch(callback.pathname + callback.search));
  collect((await jar.signOut()).response);
  return fields;
}

describe('where APP_URL is https', () => {
  test('every cookie is bound to this host and to https by its name', async () => {
    const fields = await allCookies();
    const names = new Set(fields.map((field) => field.split('=', 1)[0]));
    expect([...names].sort()).toEqual(
      ['callback-url', 'csrf-token', 'known', 'pkce', 'session', 'state'].map((n) => `__Host-botmeter.${n}`),
    );
    // Browsers reject a cookie with this name prefix without these attributes, also when it is cleared.
    for (const field of fields) {
      expect(field).toMatch(/; Secure(;|$)/);
      expect(field).toMatch(/; Path=\/(;|$)/);
      expect(field).toMatch(/; HttpOnly(;|$)/);
      expect(field).toMatch(/; SameSite=(Lax|Strict)(;|$)/i);
      expect(field).not.toMatch(/domain/i);
    }
  });

  test('a session under another name, as http or a neighbouring host could set it, signs nobody in', async () => {
    const jar = newBrowser();
    await jar.signIn(OWNER, PASSWORD);
    const session = jar.cookie.split('; ').find((pair) => pair.includes('.session=')) ?? '';
    const value = session.slice(session.indexOf('=') + 1);
    const statusWith = async (cookie: string) =>
      (await fetch(`${site.origin}/api/dashboard/bots`, { headers: { cookie } })).status;
    expect(await statusWith(session)).toBe(200);
    for (const name of [
      'botmeter.session',
      '__Secure-botmeter.session',
      '__host-botmeter.session',
      '__Host-botmeter.session ',
      '\u00a0__Host-botmeter.session',
      '"__Host-botmeter.session"',
    ]) {
      expect([name, await statusWith(`${name}=${value}`)]).toEqual([name, 401]);
    }
  });
});

test('on http no cookie is marked as secure', async () => {
  const plain = await newSite();
  try {
    await makePerson(plain, OWNER, 'owner');
    const jar = new BrowserJar(plain.origin);
    const { response } = await jar.signIn(OWNER, PASSWORD);
    const fields = response.headers.getSetCookie();
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) expect(field).not.toMatch(/^__|; Secure/i);
    expect(await isSignedIn(jar)).toBe(true);
  } finally {
    await plain.stop();
  }
});
