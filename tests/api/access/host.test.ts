import { describe, expect, test } from 'vitest';
import { actionRequest, PASSWORD } from '@/tests/support/browser-jar';
import { Client, type HttpRequest } from '@/tests/support/process/http';
import { createClients } from '@/tests/support/site';
import { forFile, siteWithDiscord } from '@/tests/support/test-site';

/** Without APP_URL the `Host` of a request is not trusted: no response repeats it. */

const HOST = 'evil.example';

const { site, discord } = siteWithDiscord({ TRUSTED_PROXIES: '127.0.0.1,::1' });
const context = forFile(() => createClients(site));

/** With the port, which is in the name of the session's cookie. */
const namedHost = () => `${HOST}:${site.port}`;

const client = forFile(
  () => new Client(site.port),
  (started) => started.close(),
);

/** Sends a request with another `Host`; the text of the response includes its headers. */
async function send(path: string, { headers, ...request }: HttpRequest = {}) {
  const response = await client.send({ path, headers: { Host: namedHost(), ...headers }, ...request });
  const { status, text: body, all, header, headerNames } = response;
  const cookies = all('set-cookie').map((cookie) => cookie.split(';', 1)[0]);
  const text = [...headerNames.map((name) => `${name}: ${all(name).join()}`), body].join('\n');
  return { status, location: header('location'), cookies: cookies.join('; '), body, text };
}

/** The headers in which a client can name a host. */
const named = (): Record<string, string>[] => [
  {},
  { RSC: '1' },
  { 'X-Forwarded-Host': namedHost(), Host: 'localhost' },
];

const form = () => ({
  'Content-Type': 'application/x-www-form-urlencoded',
  Origin: `http://${namedHost()}`,
});

/** Requests an operation of next-auth as the pages do. */
async function post(path: string, fields: Record<string, string>) {
  const csrf = await send('/api/auth/csrf');
  const csrfToken = /"csrfToken":"(\w+)"/.exec(csrf.text)?.[1] ?? '';
  const body = new URLSearchParams({ ...fields, csrfToken }).toString();
  return send(path, { method: 'POST', headers: { ...form(), Cookie: csrf.cookies }, body });
}

/** All pages, files and operations that could repeat the host. */
const PATHS = [
  '/',
  '/docs',
  '/login',
  '/setup',
  '/nothing',
  '/bots',
  '/account',
  '/admin/bots',
  '/admin/keys',
  '/bots/BOT',
  '/bots/BOT/keys',
  '/client.tgz',
  '/download/client.tgz',
  '//docs',
  ...['csrf', 'session', 'providers', 'signin', 'error', 'signout'].map((name) => `/api/auth/${name}`),
  '/icon.svg',
  '/api/auth/callback/discord?code=x',
  '/api/openapi.json',
  '/api/nothing',
];

describe('a host that any client can name', () => {
  test.each(PATHS)('is not in the response of %s', async (path) => {
    for (const cookie of [undefined, context.headers.admin.cookie]) {
      for (const hosts of named()) {
        const headers = { Accept: 'text/html', ...(cookie && { Cookie: cookie }), ...hosts };
        const { status, text } = await send(path.replace('BOT', context.botId), { headers });
        expect(status).toBeLessThan(500);
        expect(text.includes(HOST), path).toBe(false);
      }
    }
  });

  test('is not in the responses of a sign-in, which redirect to a path', async () => {
    const typed = { email: context.ownerEmail, password: PASSWORD, callbackUrl: '/bots' };
    const plain = await post('/api/auth/callback/credentials', typed);
    expect(plain.location).toBe('/bots');
    const scripted = await post('/api/auth/callback/credentials', { ...typed, json: 'true' });
    expect(scripted.body).toBe('{"url":"/bots"}');
    for (const { text } of [plain, scripted]) expect(text).toContain('botmeter.session=');
    const wrong = { ...typed, password: 'wrong', json: 'true' };
    const refused = await post('/api/auth/callback/credentials', wrong);
    expect(refused.text).toContain('error=CredentialsSignin');
    const signedOut = await post('/api/auth/signout', { json: 'true' });
    for (const { text } of [plain, scripted, refused, signedOut]) expect(text).not.toContain(HOST);
  });

  test('is never sent to Discord: signing in with it is offered at local and IP addresses only', async () => {
    const before = discord.authorizations.length;
    const { status, text } = await post('/api/auth/signin/discord', { json: 'true', callbackUrl: '/bots' });
    expect(status).toBe(404);
    expect(text).not.toContain(HOST);
    expect(discord.authorizations.length).toBe(before);
    const login = (host: string) => send('/login', { headers: { Accept: 'text/html', Host: host } });
    expect((await login(HOST)).text).not.toContain('Sign in with Discord');
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:8080', '192.168.1.5:3000', '[2001:db8::1]']) {
      expect((await login(host)).text).toContain('Sign in with Discord');
    }
  });

  test('can submit its own forms, whose responses redirect to paths', async () => {
    const action = 'lib/actions/account.ts#signOutEverywhereAction';
    const form = new Request(site.origin, actionRequest(action, {}, context.headers['other owner']));
    const { text } = await send('/account', {
      method: 'POST',
      headers: { ...Object.fromEntries(form.headers), Origin: `http://${namedHost()}` },
      body: await form.text(),
    });
    expect(text).toMatch(/x-action-redirect: \/login\?notice=signed-out/i);
    expect(text).not.toContain(HOST);
  });
});
