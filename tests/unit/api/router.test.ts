import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation } from '@/lib/api/operation';
import { createRouter } from '@/lib/api/router';
import type { Method } from '@/lib/contract/operation-contract';
import { isSnowflake } from '@/lib/domain/reports/report';
import { BOT_ID } from '@/tests/support/data/accounts';

const operation = (path: string, method: Method = 'GET'): Operation => ({
  method,
  path,
  auth: 'none',
  isCounted: false,
  response: { description: '', content: {} },
  errors: [],
  handle: () => ({ status: 200, headers: {}, body: path }),
});

const LITERAL = ['/api/v1/usage', '/api/v1/bots/stats', '/api/openapi.json', '/outside/list'];
const TEMPLATES = [
  '/api/v1/bots/{botId}',
  '/api/v1/bots/{botId}/history',
  '/api/v1/bots/{botId}/stats/history',
  '/badge/{botId}',
];
const ALL = [...LITERAL, ...TEMPLATES];
const { find, routes } = createRouter(ALL.map((path) => operation(path)));
const matched = (path: string) => find(path)?.route.path ?? null;
const withId = (template: string) => template.replace('{botId}', BOT_ID);

describe('a path', () => {
  it('matches its route, with the value of its parameter', () => {
    expect(routes.map(({ path }) => path)).toEqual(ALL);
    for (const path of LITERAL) expect(find(path)).toMatchObject({ route: { path }, params: {} });
    for (const path of TEMPLATES) {
      expect(find(withId(path))).toMatchObject({ route: { path }, params: { botId: BOT_ID } });
    }
  });

  it('with a literal segment does not match a parameter in its place (contract section 8)', () => {
    expect(matched('/api/v1/bots/stats')).toBe('/api/v1/bots/stats');
    expect(matched('/api/v1/bots/stats/history')).toBeNull();
    expect(matched('/api/v1/bots/stats/stats/history')).toBeNull();
  });

  it.each(ALL.map(withId))('%s matches in no other spelling', (path) => {
    const last = path.at(-1) ?? '';
    const spellings = [
      `${path}/`,
      `${path}//`,
      `/${path}`,
      path.slice(1),
      `${path}/.`,
      `${path}/x/..`,
      `${path}%2F`,
      `${path}%00`,
      `${path}\0`,
      `${path}?`,
      `${path};a=b`,
      `${path} `,
      path.replace('/', '//'),
      path.replace('/', '/./'),
      path.replaceAll('/', '%2f'),
      path.replaceAll('/', '\\'),
      path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
      `${path.slice(0, -1)}%${last.charCodeAt(0).toString(16)}`,
      path.slice(0, -1),
      `${path}${last}`,
    ];
    // One digit more or less can still be a snowflake.
    const others = spellings.filter((other) => !isSnowflake(other.split('/').at(-1) ?? ''));
    expect(others.filter((other) => matched(other) !== null)).toEqual([]);
  });

  it('matches exactly when its segments do, for any path', () => {
    const segment = fc.oneof(
      fc.constantFrom('', 'api', 'v1', 'bots', 'stats', 'history', 'usage', 'badge', '.', '..', BOT_ID),
      fc.constantFrom('__proto__', 'constructor', '{botId}', 'toString', '%2e', 'API', `${BOT_ID}0000`),
      fc.string(),
    );
    const anyPath = fc
      .array(segment, { maxLength: 8 })
      .map((segments) => segments.map((s) => `/${s.replaceAll('/', '')}`).join(''));
    const matches = (path: string, template: string) => {
      const [given, wanted] = [path.split('/'), template.split('/')];
      return (
        given.length === wanted.length &&
        wanted.every((want, i) => (want === '{botId}' ? isSnowflake(given[i] ?? '') : want === given[i]))
      );
    };
    fc.assert(
      fc.property(anyPath, (path) => {
        expect(matched(path)).toBe(ALL.find((template) => matches(path, template)) ?? null);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of 64 KiB costs no more than some short ones', () => {
    const long = [
      '/api/v1/bots/'.padEnd(65_536, '1'),
      '/a'.repeat(32_768),
      `/api${'/'.repeat(65_532)}`,
      `/api/v1/bots/${BOT_ID}${'/stats'.repeat(10_000)}`,
    ];
    const perPath = (paths: readonly string[], repeated: number) => {
      const startedAt = performance.now();
      for (let i = 0; i < repeated; i++) for (const path of paths) expect(find(path)).toBeNull();
      return (performance.now() - startedAt) / repeated;
    };
    perPath(long, 100);
    // Far above any noise; scanning each path to its end would take ten thousand times as long.
    expect(perPath(long, 300)).toBeLessThan(perPath(['/no', '/api/no', '/api/v1/no', '/x'], 300) * 200 + 5);
  });
});

it('Allow lists the methods of a path, sorted, and HEAD only for health checks', () => {
  const path = '/api/v1/things';
  const route = createRouter([operation(path, 'POST'), operation('/x'), operation(path)]).find(path)?.route;
  expect(route?.allow).toBe('GET, POST');
  expect(route?.operations.get('GET')?.method).toBe('GET');
  for (const method of ['get', 'HEAD', 'OPTIONS', 'constructor', '']) {
    expect(route?.operations.get(method)).toBeUndefined();
  }
  const health = createRouter([operation('/api/health/x')]).find('/api/health/x')?.route;
  expect([health?.allow, health?.operations.get('HEAD')?.method]).toEqual(['GET, HEAD', 'GET']);
});

it.each([
  ['a method of a path twice', ['/a', '/a']],
  ['a parameter without a format', ['/a/{name}']],
])('a list of operations with %s is refused', (_, paths) => {
  expect(() => createRouter(paths.map((path) => operation(path)))).toThrow();
});
