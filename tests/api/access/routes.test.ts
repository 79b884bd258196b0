import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Route } from '@/lib/api/router';
import { ARCHIVE_PATH, PACKAGE_PATH, PEOPLE_PATH, PUBLIC_PAGE_PATH } from '@/lib/contract/api-paths';
import { paths } from '@/lib/contract/paths';
import { ROUTES as API } from '@/tests/support/process/http';
import { CLIENTS, type ClientContext, type ClientName, createClients } from '@/tests/support/site';
import { forFile, siteForFile } from '@/tests/support/test-site';

/** The status of each route for each client. A built route without a row here fails the last test. */

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof METHODS)[number];
type Row = {
  path: (context: ClientContext) => string;
  method: Method;
  status: number | Partial<Record<ClientName, number>>;
  rest?: number;
  /** The `Allow` header of a 405. */
  allow?: string;
};

const everyone = (path: string, status = 200): Row[] => [{ path: () => path, method: 'GET', status }];

/** A page for some clients: others are redirected to sign-in if they have no session, and otherwise get 404. */
const pageRows = (path: (context: ClientContext) => string, allowed: readonly ClientName[]): Row[] => [
  {
    path,
    method: 'GET',
    status: {
      ...Object.fromEntries(['owner', 'other owner', 'admin'].map((client) => [client, 404])),
      ...Object.fromEntries(allowed.map((client) => [client, 200])),
    },
    rest: 307,
  },
];

const SIGNED_IN = ['owner', 'other owner', 'admin'] as const;
const OF_THE_BOT = ['owner', 'admin'] as const;

/** API operations: only a key gives access to a bot, and operations without a key are public. */
const apiRows = (route: Route): Row[] => {
  const { path: template, allow, auth, operations } = route;
  const path = ({ botId }: ClientContext) =>
    template
      .replace('{botId}', botId)
      .replace('{sourceToken}', '0b0f3c0e-6f0c-4f0a-9a3e-0f2c6b1d7e5f')
      .replace(/\{(badge|chart)\}/, 'servers.svg')
      .replace('{archive}', 'client-2.0.0.tgz');
  // The metrics are off here; tests/api/metrics turns them on.
  // An unknown source comes before a wrong method.
  const isOn = auth !== 'metrics token' && auth !== 'source';
  return METHODS.flatMap((method): Row | Row[] => {
    const operation = operations.get(method);
    if (auth === 'session' && operation !== undefined) return sessionRows(route);
    if (operation === undefined) return { path, method, status: isOn ? 405 : 404, allow };
    // The bots here are not public.
    const served = template === PUBLIC_PAGE_PATH ? 404 : operation.body === undefined ? 200 : 415;
    if (operation.auth === 'key') return { path, method, status: { 'API key': served }, rest: 401 };
    return { path, method, status: isOn ? served : 404 };
  });
};

/** An operation of the pages needs a session, never a key; one of a bot is for its owner and admins. */
const sessionRows = ({ path: template }: Route): Row[] => {
  const row = (botId: string | null, allowed: readonly ClientName[]): Row => ({
    path: (context) => template.replace('{botId}', botId ?? context.botId),
    method: 'GET',
    status: Object.fromEntries(SIGNED_IN.map((client) => [client, allowed.includes(client) ? 200 : 404])),
    rest: 401,
  });
  const forAdmins = { owner: 403, 'other owner': 403, admin: 200 };
  if (template === PEOPLE_PATH) return [{ ...row(null, []), status: forAdmins }];
  if (!template.includes('{botId}')) return [row(null, SIGNED_IN)];
  return [row(null, OF_THE_BOT), row('1283746529999999999', [])];
};

const ROUTES: Record<string, Row[]> = {
  '/': everyone('/'),
  '/docs': everyone('/docs'),
  '/docs/[section]': everyone('/docs/report-stats'),
  '/setup': everyone('/setup'),
  '/invite': everyone('/invite?token=guessed'),
  '/reset': everyone('/reset'),
  '/unsubscribe': everyone('/unsubscribe?token=guessed'),
  '/unsubscribe/one-click': [
    { path: () => '/unsubscribe/one-click', method: 'POST', status: 404 },
    { path: () => '/unsubscribe?token=guessed', method: 'POST', status: 404 },
  ],
  '/login': [
    {
      path: () => '/login',
      method: 'GET',
      status: { owner: 307, 'other owner': 307, admin: 307 },
      rest: 200,
    },
  ],
  '/login/code': [{ path: () => '/login/code', method: 'GET', status: {}, rest: 307 }],
  '/second-factor': pageRows(() => '/second-factor', SIGNED_IN),
  '/_not-found': everyone('/no-such-page', 404),
  '/_global-error': everyone('/_global-error', 404),
  '/account': pageRows(() => '/account', SIGNED_IN),
  '/notifications': [
    ...pageRows(() => '/notifications?before=x', SIGNED_IN),
    ...pageRows(({ botId }) => `/notifications?bot=${botId}`, ['owner']),
    ...pageRows(() => '/notifications?bot=1283746529999999999', []),
  ],
  '/bots': pageRows(() => '/bots', SIGNED_IN),
  '/bots/[botId]': [
    ...pageRows(({ botId }) => `/bots/${botId}`, OF_THE_BOT),
    ...pageRows(() => '/bots/1283746529999999999', []),
  ],
  '/bots/[botId]/activity': [
    ...pageRows(({ botId }) => `/bots/${botId}/activity`, OF_THE_BOT),
    ...pageRows(() => '/bots/1283746529999999999/activity?kind=x&range=2026-02-30..2026-02-30&page=0', []),
  ],
  '/bots/[botId]/analytics': [
    ...pageRows(({ botId }) => `/bots/${botId}/analytics`, OF_THE_BOT),
    ...pageRows(() => '/bots/1283746529999999999/analytics', []),
  ],
  '/bots/[botId]/votes': [
    ...pageRows(({ botId }) => `/bots/${botId}/votes`, OF_THE_BOT),
    ...pageRows(() => '/bots/1283746529999999999/votes', []),
  ],
  '/bots/[botId]/alerts': [
    ...pageRows(({ botId }) => `/bots/${botId}/alerts`, OF_THE_BOT),
    ...pageRows(() => '/bots/1283746529999999999/alerts', []),
  ],
  '/bots/[botId]/keys': [
    ...pageRows(({ botId }) => `/bots/${botId}/keys`, OF_THE_BOT),
    ...pageRows(() => '/bots/1283746529999999999/keys', []),
  ],
  '/bots/[botId]/settings': [
    ...pageRows(({ botId }) => `/bots/${botId}/settings`, OF_THE_BOT),
    ...pageRows(() => '/bots/1283746529999999999/settings', []),
  ],
  '/admin': pageRows(() => '/admin', ['admin']),
  '/admin/bots': pageRows(() => '/admin/bots', ['admin']),
  '/admin/users': pageRows(() => '/admin/users', ['admin']),
  '/admin/keys': pageRows(() => '/admin/keys', ['admin']),
  '/admin/audit': pageRows(() => '/admin/audit', ['admin']),
  '/admin/audit/sign-ins': pageRows(() => '/admin/audit/sign-ins', ['admin']),
  '/download/[file]': [
    ...everyone('/client.tgz', 302),
    ...everyone('/client-0.0.1.tgz', 404),
    ...everyone('/download/botmeter_client-0.0.1-py3-none-any.whl', 404),
  ],
  '/npm/[...path]': METHODS.map((method) => ({ path: () => '/npm/nothing-here', method, status: 404 })),
  '/api/[[...path]]': METHODS.map((method) => ({ path: () => '/api/nothing-here', method, status: 404 })),
  // Discord is not set up here.
  '/api/auth/callback/discord': everyone('/api/auth/callback/discord', 404),
  ...Object.fromEntries(API.map((route) => [route.path, apiRows(route)])),
};

const site = siteForFile();
const context = forFile(() => createClients(site));

const statusFor = ({ status, rest }: Row, client: ClientName) =>
  typeof status === 'number' ? status : (status[client] ?? rest);

describe.each(Object.entries(ROUTES))('%s', (_, rows) => {
  test.each(CLIENTS)('responds to %s as in the table', async (client) => {
    for (const row of rows) {
      const path = row.path(context);
      const response = await fetch(site.origin + path, {
        method: row.method,
        redirect: 'manual',
        headers: context.headers[client],
      });
      expect(response.status, `${row.method} ${path}`).toBe(statusFor(row, client));
      if (response.status === 405 && row.allow) expect(response.headers.get('allow')).toBe(row.allow);
      if (response.status === 307 && !path.startsWith('/login')) {
        expect(response.headers.get('location')).toContain('/login?callbackUrl=');
      }
      await response.arrayBuffer();
    }
  });
});

// The overview has no search.
test.each(['/admin/bots', '/admin/users', '/admin/keys', '/admin/audit', '/admin/audit/sign-ins'])(
  '%s searches for any text, NUL and halves of characters included',
  async (path) => {
    for (const text of ['%00', 'a%00b', '%01%1f%7f', '%ED%A0%80', '%', "'; DROP TABLE bots; --", '%25_%5C']) {
      const response = await fetch(`${site.origin}${path}?q=${text}`, { headers: context.headers.admin });
      expect([text, response.status]).toEqual([text, 200]);
      await response.arrayBuffer();
    }
  },
);

test('every route of the build and of the API has its row', () => {
  const manifest = readFileSync('.next/app-path-routes-manifest.json', 'utf8');
  const api = API.map(({ path }) => path);
  const built = Object.values(JSON.parse(manifest) as Record<string, string>).map((path) => {
    const template = path.replace(/\[(\w+)\]/g, '{$1}');
    return api.includes(template) ? template : path;
  });
  expect(new Set(Object.keys(ROUTES))).toEqual(new Set([...built, ...api]));
  // Every path of the API has a route file; those of packages share one.
  expect(api.filter((path) => !built.includes(path))).toEqual([PACKAGE_PATH, ARCHIVE_PATH]);
});

test.each([
  ['page', '?range=7d&compare=1'],
  ['activity', '?range=7d'],
  ['analytics', '?range=7d&by=key'],
  ['keys', '?range=7d&page=2'],
  ['votes', '?range=7d'],
] as const)('sign-in leads back to a bot’s %s with what it shows: %s', async (section, shown) => {
  const path = paths.bot('1')[section] + shown;
  const { headers } = await fetch(site.origin + path, { redirect: 'manual' });
  expect(headers.get('location')).toContain(`/login?callbackUrl=${encodeURIComponent(path)}`);
});
