import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClientContext, createClients } from '@/tests/support/clients';
import { type DiscordStandIn, startDiscord } from '@/tests/support/discord';
import { actionIds, actionRequest } from '@/tests/support/server-action';
import { PASSWORD, type Site, startSite } from '@/tests/support/site';

/** Without APP_URL the `Host` of a request is not trusted: no response repeats it. */

const HOST = 'evil.example';

let site: Site;
let discord: DiscordStandIn;
let context: ClientContext;
beforeAll(async () => {
  discord = await startDiscord();
  site = await startSite({
    DISCORD_CLIENT_ID: 'client',
    DISCORD_CLIENT_SECRET: 'a secret',
    DISCORD_ORIGIN: discord.origin,
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
  context = await createClients(site);
});
afterAll(async () => {
  await site.stop();
  await discord.stop();
});

type HttpRequest = { method?: string; headers?: Record<string, string>; body?: string };

/** The whole response as text, with status line and headers. */
function ask(path: string, { method = 'GET', headers = {}, body = '' }: HttpRequest = {}) {
  return new Promise<{ status: number; location: string | undefined; cookies: string; text: string }>(
    (resolve, reject) => {
      const asked = request(site.origin, { method, path, headers: { Host: HOST, ...headers } });
      asked.on('error', reject).on('response', (response) => {
        const fields = response.rawHeaders.join('\n');
        let text = '';
        response.setEncoding('utf8').on('data', (part) => (text += part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            cookies: (response.headers['set-cookie'] ?? []).map((c) => c.split(';', 1)[0]).join('; '),
            text: `${fields}\n${text}`,
          }),
        );
      });
      asked.end(body);
    },
  );
}

/** The headers in which a client can name a host. */
const NAMED: Record<string, string>[] = [{}, { RSC: '1' }, { 'X-Forwarded-Host': HOST, Host: 'localhost' }];

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: `http://${HOST}` };

/** Requests an endpoint of next-auth as the pages do. */
async function post(path: string, fields: Record<string, string>) {
  const csrf = await ask('/api/auth/csrf');
  const csrfToken = /"csrfToken":"(\w+)"/.exec(csrf.text)?.[1] ?? '';
  const body = new URLSearchParams({ ...fields, csrfToken }).toString();
  return ask(path, { method: 'POST', headers: { ...FORM, Cookie: csrf.cookies }, body });
}

describe('a host that anyone may name', () => {
  test('is in no page and no file', async () => {
    const { botId } = context;
    for (const path of [
      ...['/', '/docs', '/login', '/setup', '/nothing', '/bots', '/account', '/admin/bots', '/admin/keys'],
      ...[`/bots/${botId}`, `/bots/${botId}/keys`, '/client.tgz', '/download/newest', '//docs', '/icon.svg'],
      ...[
        '/api/auth/csrf',
        '/api/auth/session',
        '/api/auth/providers',
        '/api/auth/signin',
        '/api/auth/error',
      ],
      ...['/api/auth/signout', '/api/auth/callback/discord?code=x', '/api/openapi.json', '/api/nothing'],
    ]) {
      for (const cookie of [undefined, context.headers.admin.cookie]) {
        for (const more of NAMED) {
          const headers = { Accept: 'text/html', ...(cookie && { Cookie: cookie }), ...more };
          const { status, text } = await ask(path, { headers });
          expect(status).toBeLessThan(500);
          expect(text.includes(HOST), path).toBe(false);
        }
      }
    }
  });

  test('is in no response of a sign-in, which leads to a path', async () => {
    const typed = { email: `owner${context.botId.slice(-1)}@example.org`, password: PASSWORD };
    const asked = { ...typed, callbackUrl: '/bots' };
    const plain = await post('/api/auth/callback/credentials', asked);
    expect(plain.location).toBe('/bots');
    const scripted = await post('/api/auth/callback/credentials', { ...asked, json: 'true' });
    expect(scripted.text.split('\n').at(-1)).toBe('{"url":"/bots"}');
    for (const { text } of [plain, scripted]) {
      expect(text).toContain('botmeter.session=');
      expect(text).not.toContain(HOST);
    }
    const wrong = await post('/api/auth/callback/credentials', { ...typed, password: 'wrong', json: 'true' });
    expect(wrong.text).toContain('error=CredentialsSignin');
    expect(wrong.text).not.toContain(HOST);
    expect((await post('/api/auth/signout', { json: 'true' })).text).not.toContain(HOST);
  });

  test('is given to no other site: signing in with Discord is not offered there', async () => {
    const asked = discord.authorizations.length;
    const { status, text } = await post('/api/auth/signin/discord', { json: 'true', callbackUrl: '/bots' });
    expect(status).toBe(404);
    expect(text).not.toContain(HOST);
    expect(discord.authorizations.length).toBe(asked);
    const login = (host: string) => ask('/login', { headers: { Accept: 'text/html', Host: host } });
    expect((await login(HOST)).text).not.toContain('Sign in with Discord');
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:8080', '192.168.1.5:3000', '[2001:db8::1]']) {
      expect((await login(host)).text).toContain('Sign in with Discord');
    }
  });

  test('still has its own forms taken, and their responses lead to paths', async () => {
    const id = actionIds().get('app/actions/account.ts#signOutEverywhereAction') ?? '';
    const sent = new Request(site.origin, actionRequest(id, {}, { ...context.headers['other owner'] }));
    const { text } = await ask('/account', {
      method: 'POST',
      headers: { ...Object.fromEntries(sent.headers), Origin: `http://${HOST}` },
      body: await sent.text(),
    });
    expect(text).toMatch(/x-action-redirect\n\/login\?notice=signed-out/i);
    expect(text).not.toContain(HOST);
  });
});
