import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACTORS, type Actor, type Stage, setStage } from '@/tests/support/actors';
import { type Site, startSite } from '@/tests/support/site';

/** What each route answers to each actor. A route of the build without a row here fails the last test. */

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof METHODS)[number];
type Row = {
  path: (stage: Stage) => string;
  method: Method;
  status: number | Partial<Record<Actor, number>>;
  rest?: number;
};

const toEveryone = (path: string, status = 200): Row[] => [{ path: () => path, method: 'GET', status }];

/** A page for some; others are sent to sign in when no one is signed in, and else find nothing. */
const page = (path: (stage: Stage) => string, allowed: readonly Actor[]): Row[] => [
  {
    path,
    method: 'GET',
    status: {
      ...Object.fromEntries(['owner', 'other owner', 'admin'].map((actor) => [actor, 404])),
      ...Object.fromEntries(allowed.map((actor) => [actor, 200])),
    },
    rest: 307,
  },
];

const SIGNED_IN = ['owner', 'other owner', 'admin'] as const;
const OF_THE_BOT = ['owner', 'admin'] as const;

/** Over the API an account is opened by its key and by nothing else. */
const metered = (path: string, method: Method, served: number): Row[] => [
  { path: () => path, method, status: { 'API key': served }, rest: 401 },
  ...METHODS.filter((m) => m !== method).map((m): Row => ({ path: () => path, method: m, status: 405 })),
];

/** A read of the pages' own: with a session, never with a key. */
const read = (path: (stage: Stage) => string, allowed: readonly Actor[]): Row[] => [
  {
    path,
    method: 'GET',
    status: {
      ...Object.fromEntries(SIGNED_IN.map((actor) => [actor, 404])),
      ...Object.fromEntries(allowed.map((actor) => [actor, 200])),
    },
    rest: 401,
  },
  ...(['POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method): Row => ({ path, method, status: 405 })),
];

const ROUTES: Record<string, Row[]> = {
  '/': toEveryone('/'),
  '/docs': toEveryone('/docs'),
  '/setup': toEveryone('/setup'),
  '/icon.svg': toEveryone('/icon.svg'),
  '/login': [
    {
      path: () => '/login',
      method: 'GET',
      status: { owner: 307, 'other owner': 307, admin: 307 },
      rest: 200,
    },
  ],
  '/_not-found': toEveryone('/no-such-page', 404),
  '/_global-error': toEveryone('/_global-error', 404),
  '/account': page(() => '/account', SIGNED_IN),
  '/bots': page(() => '/bots', SIGNED_IN),
  '/bots/[botId]': [
    ...page(({ botId }) => `/bots/${botId}`, OF_THE_BOT),
    ...page(() => '/bots/1283746529999999999', []),
  ],
  '/bots/[botId]/keys': [
    ...page(({ botId }) => `/bots/${botId}/keys`, OF_THE_BOT),
    ...page(() => '/bots/1283746529999999999/keys', []),
  ],
  '/admin/bots': page(() => '/admin/bots', ['admin']),
  '/admin/users': page(() => '/admin/users', ['admin']),
  '/admin/keys': page(() => '/admin/keys', ['admin']),
  '/admin/audit': page(() => '/admin/audit', ['admin']),
  '/download/[version]': [...toEveryone('/client.tgz', 302), ...toEveryone('/client-0.0.1.tgz', 404)],
  '/api/[[...path]]': METHODS.map((method) => ({ path: () => '/api/nothing-here', method, status: 404 })),
  '/api/auth/[...nextauth]': [
    ...toEveryone('/api/auth/csrf'),
    ...toEveryone('/api/auth/session'),
    { path: () => '/api/auth/signout', method: 'POST', status: 403 },
    { path: () => '/api/auth/callback/credentials', method: 'POST', status: 403 },
  ],
  '/api/dashboard/bots': read(() => '/api/dashboard/bots', SIGNED_IN),
  '/api/dashboard/bots/[botId]': [
    ...read(({ botId }) => `/api/dashboard/bots/${botId}`, OF_THE_BOT),
    ...read(() => '/api/dashboard/bots/1283746529999999999', []),
  ],
  '/api/health/live': toEveryone('/api/health/live'),
  '/api/health/ready': toEveryone('/api/health/ready'),
  '/api/openapi.json': toEveryone('/api/openapi.json'),
  // Nobody turned it on; tests/api/metrics does.
  '/api/metrics': METHODS.map((method) => ({ path: () => '/api/metrics', method, status: 404 })),
  '/api/v1/bots/stats': metered('/api/v1/bots/stats', 'POST', 415),
  '/api/v1/usage': metered('/api/v1/usage', 'GET', 200),
};

let site: Site;
let stage: Stage;
beforeAll(async () => {
  site = await startSite();
  stage = await setStage(site);
});
afterAll(() => site.stop());

const statusFor = ({ status, rest }: Row, actor: Actor) =>
  typeof status === 'number' ? status : (status[actor] ?? rest);

describe.each(Object.entries(ROUTES))('%s', (_, rows) => {
  test.each(ACTORS)('answers %s as the table says', async (actor) => {
    for (const row of rows) {
      const path = row.path(stage);
      const answer = await fetch(site.origin + path, {
        method: row.method,
        redirect: 'manual',
        headers: stage.headers[actor],
      });
      expect(answer.status, `${row.method} ${path}`).toBe(statusFor(row, actor));
      if (answer.status === 307 && path !== '/login') {
        expect(answer.headers.get('location')).toContain('/login?callbackUrl=');
      }
      await answer.arrayBuffer();
    }
  });
});

test.each(['/admin/bots', '/admin/users', '/admin/keys', '/admin/audit'])(
  '%s searches for whatever is asked, NUL and halves of characters included',
  async (path) => {
    for (const text of ['%00', 'a%00b', '%01%1f%7f', '%ED%A0%80', '%', "'; DROP TABLE bots; --", '%25_%5C']) {
      const answer = await fetch(`${site.origin}${path}?q=${text}`, { headers: stage.headers.admin });
      expect([text, answer.status]).toEqual([text, 200]);
      await answer.arrayBuffer();
    }
  },
);

test('every route of the build has its row', () => {
  const manifest = readFileSync('.next/app-path-routes-manifest.json', 'utf8');
  const built = Object.values(JSON.parse(manifest) as Record<string, string>);
  expect(new Set(Object.keys(ROUTES))).toEqual(new Set(built));
});
