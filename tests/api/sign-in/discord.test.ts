import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BrowserJar } from '@/tests/support/browser-jar';
import { type DiscordStandIn, startDiscord } from '@/tests/support/discord';
import { confirmPassword, goThrough, isSignedIn } from '@/tests/support/discord-browser';
import { makePerson, PASSWORD, type Site, startSite } from '@/tests/support/site';

let site: Site;
let discord: DiscordStandIn;
beforeAll(async () => {
  discord = await startDiscord();
  site = await startSite({
    DISCORD_CLIENT_ID: 'client',
    DISCORD_CLIENT_SECRET: 'a secret',
    DISCORD_ORIGIN: discord.origin,
  });
});
afterAll(async () => {
  await site.stop();
  await discord.stop();
});

async function connected(id: string, email: string): Promise<void> {
  await makePerson(site, email, 'owner');
  discord.account = { id, email: 'elsewhere@example.org' };
  const jar = new BrowserJar(site.origin);
  await jar.signIn(email, PASSWORD);
  await confirmPassword(jar, site.origin, PASSWORD);
  expect(await goThrough(jar)).toContain('/account?connected=discord');
}

describe('signing in with Discord', () => {
  test('asks for the scope identify alone, with state and a PKCE challenge', async () => {
    await goThrough(new BrowserJar(site.origin));
    const asked = discord.authorizations.at(-1);
    expect(asked?.get('scope')).toBe('identify');
    expect(asked?.get('state')).toMatch(/.{20,}/);
    expect(asked?.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(asked?.get('code_challenge_method')).toBe('S256');
  });

  test('opens the account that the identity was connected to', async () => {
    await connected('80351110224678001', 'dana@example.org');
    const jar = new BrowserJar(site.origin);
    expect(await goThrough(jar)).toBe(`${site.origin}/bots`);
    expect(await isSignedIn(jar)).toBe(true);
  });

  test('an identity that no one connected signs no one in, even with a known address', async () => {
    await makePerson(site, 'known@example.org', 'owner');
    discord.account = { id: '80351110224678002', email: 'known@example.org' };
    const jar = new BrowserJar(site.origin);
    expect(await goThrough(jar)).toContain('error=not-connected');
    expect(await isSignedIn(jar)).toBe(false);
  });

  test('an identity stays with the person who connected it first', async () => {
    await connected('80351110224678003', 'first@example.org');
    await makePerson(site, 'second@example.org', 'owner');
    const jar = new BrowserJar(site.origin);
    await jar.signIn('second@example.org', PASSWORD);
    await confirmPassword(jar, site.origin, PASSWORD);
    expect(await goThrough(jar)).toContain('error=identity-taken');
  });

  test('a way back with another state is refused', async () => {
    await connected('80351110224678004', 'erin@example.org');
    const jar = new BrowserJar(site.origin);
    const end = await goThrough(jar, (back) => {
      back.searchParams.set('state', 'forged');
      return back;
    });
    expect(end).toContain('error=');
    expect(await isSignedIn(jar)).toBe(false);
  });

  test('a code in another browser, without its PKCE verifier, is refused', async () => {
    await connected('80351110224678005', 'finn@example.org');
    const other = new BrowserJar(site.origin);
    let stolen = '';
    await goThrough(new BrowserJar(site.origin), (back) => {
      stolen = back.href;
      return new URL('/', site.origin);
    });
    const response = await other.fetch(stolen);
    expect(response.headers.get('location')).toContain('error=');
    expect(await isSignedIn(other)).toBe(false);
  });
});
