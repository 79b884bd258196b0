import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BrowserJar } from '@/tests/support/browser-jar';
import { type DiscordStandIn, startDiscord } from '@/tests/support/discord';
import { makePerson, PASSWORD, type Site, startSite } from '@/tests/support/site';

const APP_URL = 'https://bots.example.org';

let discord: DiscordStandIn;
let site: Site;
beforeAll(async () => {
  discord = await startDiscord();
  site = await startSite({
    APP_URL,
    DISCORD_CLIENT_ID: 'client',
    DISCORD_CLIENT_SECRET: 'a secret',
    DISCORD_ORIGIN: discord.origin,
  });
  await makePerson(site, 'owner@example.org', 'owner');
});
afterAll(async () => {
  await site.stop();
  await discord.stop();
});

/** A browser that uses the service's public URL. */
const browser = () => new BrowserJar(site.origin, { origin: APP_URL });
const OF_THE_SITE = { origin: APP_URL };

/** All `Set-Cookie` headers of a password sign-in, a Discord sign-in and a sign-out. */
async function cookiesOfAll(): Promise<string[]> {
  const fields: string[] = [];
  const jar = browser();
  const see = (response: Response) => {
    fields.push(...response.headers.getSetCookie());
    return response;
  };
  see(await jar.fetch('/api/auth/csrf'));
  const typed = { email: 'owner@example.org', password: PASSWORD, callbackUrl: '/bots' };
  see(await jar.post('/api/auth/callback/credentials', typed, OF_THE_SITE));
  const begun = see(await jar.post('/api/auth/signin/discord', { callbackUrl: '/account' }, OF_THE_SITE));
  const { url } = (await begun.json()) as { url: string };
  const agreed = await fetch(url, { redirect: 'manual' });
  const back = new URL(agreed.headers.get('location') ?? '');
  expect(back.origin).toBe(APP_URL);
  see(await jar.fetch(back.pathname + back.search));
  see(await jar.post('/api/auth/signout', {}, OF_THE_SITE));
  return fields;
}

describe('where APP_URL is https', () => {
  test('every cookie is bound to this host and to https by its name', async () => {
    const fields = await cookiesOfAll();
    const names = new Set(fields.map((field) => field.split('=', 1)[0]));
    expect([...names].sort()).toEqual([
      '__Host-botmeter.callback-url',
      '__Host-botmeter.csrf-token',
      '__Host-botmeter.known',
      '__Host-botmeter.pkce',
      '__Host-botmeter.session',
      '__Host-botmeter.state',
    ]);
    // Browsers reject a cookie with this name prefix without these attributes, also when it is cleared.
    for (const field of fields) {
      expect(field).toMatch(/; Secure(;|$)/);
      expect(field).toMatch(/; Path=\/(;|$)/);
      expect(field).toMatch(/; HttpOnly(;|$)/);
      expect(field).toMatch(/; SameSite=(Lax|Strict)(;|$)/);
      expect(field).not.toMatch(/domain/i);
    }
  });

  test('a session under another name, as http or a neighbouring host could set it, signs no one in', async () => {
    const jar = browser();
    await jar.signIn('owner@example.org', PASSWORD);
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

test('on http the names say nothing that is not so', async () => {
  const plain = await startSite();
  try {
    await makePerson(plain, 'owner@example.org', 'owner');
    const jar = new BrowserJar(plain.origin);
    const { response } = await jar.signIn('owner@example.org', PASSWORD);
    const fields = response.headers.getSetCookie();
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) expect(field).not.toMatch(/^__|; Secure/i);
    expect((await jar.fetch('/api/dashboard/bots')).status).toBe(200);
  } finally {
    await plain.stop();
  }
});
