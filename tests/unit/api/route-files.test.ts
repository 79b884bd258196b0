import { expect, it } from 'vitest';
import { OPERATIONS } from '@/lib/api/operations/list';
import { createRouter, type Match } from '@/lib/api/router';
import type { Container } from '@/lib/container';
import { ARCHIVE_PATH, PACKAGE_PATH } from '@/lib/contract/api-paths';
import { shareContainer } from '@/lib/shared-container';
import { BOT_ID } from '@/tests/support/data/accounts';

/** What the route files of Next call, without Next (tests/api/plain-next asks them over HTTP). */

type Handler = (request: Request, context: { params: Promise<object> }) => Promise<Response>;
type RouteFile = Readonly<Record<string, Handler>>;

const FILES = import.meta.glob<RouteFile>('/app/**/route.ts');
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const VALUES: Readonly<Record<string, string>> = {
  botId: BOT_ID,
  badge: 'servers.svg',
  chart: 'servers.svg',
  sourceToken: '0b0f3c0e-6f0c-4f0a-9a3e-0f2c6b1d7e5f',
};
const { routes, find } = createRouter(OPERATIONS);
const WITH_FILE = routes.filter(({ path }) => path !== PACKAGE_PATH && path !== ARCHIVE_PATH);

/** The route that a file gives to the API for a method, and the parameters. */
async function called(file: string, method: string, path: string, params: object): Promise<Match | null> {
  const matches: (Match | null)[] = [];
  const respond: Container['api']['respond'] = async (_, match) => {
    matches.push(match);
    return { status: 200, headers: {}, body: null };
  };
  shareContainer({ api: { find, respond } } as Container);
  const handlers = await FILES[file]?.();
  await handlers?.[method]?.(new Request(`http://localhost${path}`), { params: Promise.resolve(params) });
  expect(matches).toHaveLength(1);
  return matches[0] ?? null;
}

it.each(WITH_FILE)(
  'the file of $path calls its operations for every method',
  async ({ path, operations }) => {
    const file = `/app${path.replace(/\{(\w+)\}/g, '[$1]')}/route.ts`;
    const params = Object.fromEntries(Object.entries(VALUES).filter(([name]) => path.includes(`{${name}}`)));
    for (const method of METHODS) {
      const match = await called(file, method, '/x', params);
      expect([match?.route.path, match?.route.operations, match?.params]).toEqual([path, operations, params]);
    }
    expect(await called(file, 'GET', '/x/', params)).toBeNull();
    for (const name of Object.keys(params)) {
      expect(await called(file, 'GET', '/x', { ...params, [name]: '../x' })).toBeNull();
    }
  },
);

it.each([PACKAGE_PATH, ARCHIVE_PATH.replace('{archive}', 'client-2.0.0.tgz'), '/npm/other'])(
  'the file of all packages leads to the operation of %s',
  async (path) => {
    for (const method of METHODS)
      expect(await called('/app/npm/[...path]/route.ts', method, path, {})).toEqual(find(path));
  },
);

it('the file of all other paths knows no operation', async () => {
  for (const method of METHODS)
    expect(await called('/app/api/[[...path]]/route.ts', method, '/api/v1/usage', {})).toBeNull();
});
