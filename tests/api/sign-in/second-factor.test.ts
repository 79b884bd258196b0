import { describe, expect, test } from 'vitest';
import { OPERATOR } from '@/lib/domain/people/caller';
import { issueReset } from '@/lib/services/links/issue';
import { setPassword } from '@/lib/services/passwords/set';
import { resetFactor } from '@/lib/services/second-factor/reset';
import { BrowserJar, isSignedIn, PASSWORD, signInWithDiscord, submitForm } from '@/tests/support/browser-jar';
import { pageForm } from '@/tests/support/page-form.mjs';
import { accepted } from '@/tests/support/result';
import { codeAt, giveFactor } from '@/tests/support/second-factor';
import { makePerson, openSession } from '@/tests/support/site';
import { siteWithDiscord } from '@/tests/support/test-site';

const { site, discord } = siteWithDiscord({ TRUSTED_PROXIES: '127.0.0.1,::1', SECOND_FACTOR: 'admins' });
const FINISH = ['lib/actions/sign-in.ts#finishSignInAction', '/login/code'] as const;
const STEP_MS = 30_000;
const STEP_OVER = 'This took too long, or too many codes were wrong. Sign in again.';
const WRONG = /^This code is wrong/;
const TOO_MANY = /^Too many wrong codes/;

let people = 0;
/** An owner with a second factor. */
async function person() {
  const email = `factor${++people}@example.org`;
  const { id } = await makePerson(site, email, 'owner');
  const { secret, codes } = await giveFactor(site.ports, email);
  return { id, email, secret, codes };
}

/** A browser at an address, which a trusted proxy forwards. */
const browserAt = (address: string, headers: Record<string, string> = {}) =>
  new BrowserJar(site.origin, { 'x-forwarded-for': address, ...headers });

async function firstStep(email: string, address = '192.0.2.1', headers = {}): Promise<BrowserJar> {
  const jar = browserAt(address, headers);
  const { href } = await jar.signIn(email, PASSWORD);
  expect(href).toMatch(/^\/login\/code/);
  return jar;
}

/** How a code ends: with a session, or why not. */
async function finish(jar: BrowserJar, code: string, more: Record<string, string> = {}): Promise<string> {
  const { message, href, text } = await jar.submit(FINISH, { code, callbackUrl: '', ...more });
  if (href !== null) return (await isSignedIn(jar)) ? 'signed in' : 'no session';
  return message ?? text;
}

/** A code that is wrong in every step of now. */
function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((away) => codeAt(secret, Date.now() + away * STEP_MS));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((one) => !right.includes(one)) ?? ''
  );
}

const wrongsOf = (id: string) =>
  site.ports.directory.read(
    async ({ signInAttempts }) => (await signInAttempts.find(`code-day:${id}`))?.attempts,
  );

describe('signing in with a second factor', () => {
  test('asks for a code after the password, and is no session before', async () => {
    const { email, secret } = await person();
    const jar = await firstStep(email);
    expect(await isSignedIn(jar)).toBe(false);
    expect((await jar.fetch('/account')).headers.get('location')).toMatch(/^\/login\?/);
    expect(await finish(jar, wrongCode(secret))).toMatch(WRONG);
    expect(await finish(jar, codeAt(secret, Date.now()))).toBe('signed in');
  });

  test('a remembered browser is not asked again, until the factor is removed and set up anew', async () => {
    const { email, secret } = await person();
    const jar = await firstStep(email);
    expect(await finish(jar, codeAt(secret, Date.now()), { remember: 'yes' })).toBe('signed in');
    await jar.signOut();
    expect((await jar.signIn(email, PASSWORD)).href).toMatch(/^\/login\?.*signed-in/);
    await jar.signOut();
    accepted(await resetFactor(site.ports, { email }));
    await giveFactor(site.ports, email);
    expect((await jar.signIn(email, PASSWORD)).href).toMatch(/^\/login\/code/);
  });

  test('asks for a code after Discord too, also with a reset link, and leads then to the page that was wanted', async () => {
    const { id, email, secret, codes } = await person();
    const subject = `8035111022467${1_000 + people}`;
    await site.ports.directory.write([], ({ identities }, nowMs) =>
      identities.insert({ provider: 'discord', subject }, id, nowMs),
    );
    discord.account = { id: subject, email: '' };
    const jar = browserAt('192.0.2.1');
    const asked = await signInWithDiscord(jar, undefined, '/account?page=2');
    expect(asked).toBe(`${site.origin}/login/code?callbackUrl=%2Faccount%3Fpage%3D2`);
    expect(await isSignedIn(jar)).toBe(false);
    const body = pageForm(await (await jar.fetch(asked)).text(), 'code');
    body.append('code', codeAt(secret, Date.now()));
    const done = await jar.fetch(asked, { method: 'POST', body, headers: { origin: site.origin } });
    expect(done.status).toBe(303);
    const led = await jar.fetch(done.headers.get('location') ?? '');
    expect(led.headers.get('location')).toBe('/account?page=2');

    const other = browserAt('192.0.2.2');
    const { token } = accepted(await issueReset(site.ports, OPERATOR, { email }));
    await submitForm(other, ['lib/actions/links.ts#keepLinkAction', '/reset'], { token });
    expect(await signInWithDiscord(other)).toContain('/login/code');
    expect(await isSignedIn(other)).toBe(false);
    expect(await finish(other, codes[0] ?? '')).toBe('signed in');
  });

  test('is set up and used without scripts, and shows ten recovery codes once', async () => {
    const email = `noscripts${++people}@example.org`;
    await makePerson(site, email, 'owner');
    const jar = browserAt('192.0.2.1');
    await jar.signIn(email, PASSWORD);
    const post = async (path: string, page: string, field: string, fields: Record<string, string>) => {
      const body = pageForm(page, field);
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      return jar.fetch(path, { method: 'POST', body, headers: { origin: site.origin } });
    };
    const textOf = async (path: string) => (await jar.fetch(path)).text();
    const path = '/second-factor';
    const shown = await (await post(path, await textOf(path), 'password', { password: PASSWORD })).text();
    const [, spaced = ''] = /<code translate="no"[^>]*>([A-Z2-7 ]{32,})</.exec(shown) ?? [];
    const secret = spaced.replaceAll(' ', '');
    expect(shown).toContain('QR code for an authenticator app');
    const on = await (await post(path, shown, 'appCode', { appCode: codeAt(secret, Date.now()) })).text();
    const codes = on.match(/\b[0-9a-z]{4}(?:-[0-9a-z]{4}){3}\b/g) ?? [];
    expect(new Set(codes).size).toBe(10);
    expect(await textOf(path)).not.toContain(codes[0]);
    await jar.signOut();
    const asked = await post('/login', await textOf('/login'), 'password', { email, password: PASSWORD });
    expect(asked.headers.get('location')).toMatch(/^\/login\/code/);
    const form = await textOf('/login/code');
    expect(form).toContain('user reset-factor --email');
    const done = await post('/login/code', form, 'code', { code: codes[0] ?? '' });
    expect(done.status).toBe(303);
    expect(await isSignedIn(jar)).toBe(true);
  });
});

describe('an attacker', () => {
  test('who knows the password has five guesses, from any number of addresses and browsers, and the person is notified', async () => {
    const { id, email, secret } = await person();
    const ends: string[] = [];
    for (let i = 0; i < 12; i++)
      ends.push(await finish(await firstStep(email, `198.51.100.${i}`), wrongCode(secret)));
    const counts = [
      ends.filter((end) => WRONG.test(end)).length,
      ends.filter((end) => TOO_MANY.test(end)).length,
    ];
    expect(counts).toEqual([5, 7]);
    expect(await wrongsOf(id)).toBe(5);
    // Not even the right one is checked then.
    expect(await finish(await firstStep(email, '203.0.113.1'), codeAt(secret, Date.now()))).toMatch(TOO_MANY);
    const notices = await site.ports.directory.read((tables) => tables.notices.listOfUser(id));
    expect(notices.map(({ kind }) => kind)).toEqual(['factor.wrong']);
  });

  test('who guesses for many accounts uses up none but theirs, and gets no first step without a password', async () => {
    const all = [await person(), await person(), await person()];
    const jar = browserAt('198.51.100.99');
    for (const { email } of all)
      expect((await jar.signIn(email, 'not the right passphrase')).href).toBeNull();
    expect(await finish(jar, '123456')).toBe(STEP_OVER);
    const [first, ...others] = all;
    for (let i = 0; i < 5; i++)
      await finish(await firstStep(first?.email ?? ''), wrongCode(first?.secret ?? ''));
    for (const { email, secret } of others)
      expect(await finish(await firstStep(email), codeAt(secret, Date.now()))).toBe('signed in');
  });

  test('who saw a code cannot use it again, and of eight at once one is let in', async () => {
    const { email, secret, codes } = await person();
    const jars = [];
    for (let i = 0; i < 8; i++) jars.push(await firstStep(email, `198.51.100.${i}`));
    const code = codeAt(secret, Date.now());
    const ends = await Promise.all(jars.map((jar) => finish(jar, code)));
    expect(ends.filter((end) => end === 'signed in')).toHaveLength(1);
    const again = await Promise.all(
      [codes[0], codes[0], codes[0]].map(async (one) => finish(await firstStep(email), one ?? '')),
    );
    expect(again.filter((end) => end === 'signed in').length).toBeLessThanOrEqual(1);
  });

  test('who steals the cookie of the first step has no session, and no use for it in another browser', async () => {
    const { email, secret } = await person();
    const { cookie } = await firstStep(email, '192.0.2.1', { 'user-agent': 'Firefox' });
    const thief = browserAt('198.51.100.1', { 'user-agent': 'curl', cookie });
    expect(await isSignedIn(thief)).toBe(false);
    expect(await finish(thief, codeAt(secret, Date.now()))).toBe(STEP_OVER);
    const owner = browserAt('192.0.2.1', { 'user-agent': 'Firefox', cookie });
    accepted(await setPassword(site.ports, OPERATOR, { email }, 'a new long passphrase'));
    expect(await finish(owner, codeAt(secret, Date.now()))).toBe(STEP_OVER);
  });

  test('cannot lengthen the first step, or make it that of another person', async () => {
    const [one, other] = [await person(), await person()];
    const { cookie } = await firstStep(one.email);
    const [name, value = ''] = (cookie.split('; ').find((pair) => pair.includes('first-step')) ?? '').split(
      '=',
    );
    const [text = '', mac = ''] = value.split('.');
    const claims = JSON.parse(Buffer.from(text, 'base64url').toString());
    const forged = [claims.with(1, other.id), claims.with(3, claims[3] + 60_000)];
    for (const changed of forged) {
      const sent = Buffer.from(JSON.stringify(changed)).toString('base64url');
      const jar = browserAt('192.0.2.1', { cookie: `${name}=${sent}.${mac}` });
      expect(await finish(jar, codeAt(other.secret, Date.now()))).toBe(STEP_OVER);
    }
  });
});

describe('where admins must have a second factor', () => {
  test('one without can do nothing but set it up, and then everything', async () => {
    const email = `admin${++people}@example.org`;
    await makePerson(site, email, 'admin');
    const jar = browserAt('192.0.2.1');
    await jar.signIn(email, PASSWORD);
    for (const path of ['/admin', '/account', '/bots', '/notifications', '/login'])
      expect([path, (await jar.fetch(path)).headers.get('location')]).toEqual([path, '/second-factor']);
    for (const path of ['/second-factor', '/docs'])
      expect([path, await (await jar.fetch(path)).text()]).toEqual([
        path,
        expect.not.stringMatching(/>Sign in</),
      ]);
    expect((await jar.fetch('/api/dashboard/bots')).status).toBeGreaterThanOrEqual(400);
    const make = { email: `made${people}@example.org`, name: '', role: 'admin', password: PASSWORD };
    await jar.submit(['lib/actions/users.ts#createUserAction', '/admin/users'], make);
    const made = await site.ports.directory.read(({ users }) => users.findByEmail(make.email));
    expect(made).toBeNull();
    await giveFactor(site.ports, email);
    expect((await jar.fetch('/admin')).status).toBe(200);
  });

  test('an owner without one is led to set it up once they become an admin', async () => {
    const email = `promoted${++people}@example.org`;
    const { id } = await makePerson(site, email, 'owner');
    const { cookie } = await openSession(site, email);
    const statusOf = async (path: string) =>
      (await fetch(site.origin + path, { headers: { cookie }, redirect: 'manual' })).headers.get('location');
    expect(await statusOf('/account')).toBeNull();
    await site.ports.directory.write([], ({ users }, nowMs) => users.update(id, { role: 'admin' }, nowMs));
    expect(await statusOf('/account')).toBe('/second-factor');
  });
});
