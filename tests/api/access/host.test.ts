import { describe, expect, test } from 'vitest';
import { actionText, PASSWORD, SIGN_IN, WRONG_PASSWORD } from '@/tests/support/browser-jar';
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

/** Submits the form of a page to its server action. */
async function submit(
  [action, page]: readonly [action: string, page: string],
  fields: Record<string, string>,
  more: Record<string, string> = {},
) {
  const { headers, body } = actionText(action, fields, { Origin: `http://${namedHost()}`, ...more });
  return send(page, { method: 'POST', headers, body });
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

  test('is not in the responses of a sign-in, which lead to a path', async () => {
    const typed = { email: context.ownerEmail, password: PASSWORD, callbackUrl: '/bots' };
    const signedIn = await submit(SIGN_IN, typed);
    expect(signedIn.text).toContain('botmeter.session=');
    expect(signedIn.text).toContain('"href":"/login?');
    const refused = await submit(SIGN_IN, { ...typed, password: 'wrong' });
    expect(refused.text).toContain(WRONG_PASSWORD);
    const signedOut = await submit(['lib/actions/sign-in.ts#signOutAction', '/login'], {});
    for (const { text } of [signedIn, refused, signedOut]) expect(text).not.toContain(HOST);
  });

  test('is never sent to Discord: signing in with it is offered at local and IP addresses only', async () => {
    const before = discord.authorizations.length;
    const start = ['lib/actions/sign-in.ts#startDiscordAction', '/login'] as const;
    const { text } = await submit(start, { callbackUrl: '/bots' });
    expect(text).toContain('Signing in with Discord is not set up here.');
    expect(text).not.toContain(HOST);
    expect(discord.authorizations.length).toBe(before);
    const login = (host: string) => send('/login', { headers: { Accept: 'text/html', Host: host } });
    expect((await login(HOST)).text).not.toContain('Sign in with Discord');
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:8080', '192.168.1.5:3000', '[2001:db8::1]']) {
      expect((await login(host)).text).toContain('Sign in with Discord');
    }
  });

  test('can submit its own forms, whose responses redirect to paths', async () => {
    const form = ['lib/actions/account.ts#signOutEverywhereAction', '/account'] as const;
    const { text } = await submit(form, {}, { Cookie: context.headers['other owner'].cookie ?? '' });
    expect(text).toMatch(/x-action-redirect: \/login\?notice=signed-out/i);
    expect(text).not.toContain(HOST);
  });
});
