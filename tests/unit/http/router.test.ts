import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Method } from '@/lib/contract/endpoint';
import { isSnowflake } from '@/lib/domain/report';
import type { Endpoint } from '@/lib/http/endpoint';
import { createRouter } from '@/lib/http/router';
import { BOT_ID } from '@/tests/support/data/accounts';

const endpoint = (path: string, method: Method = 'GET'): Endpoint => ({
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
const { find, routes } = createRouter([...LITERAL, ...TEMPLATES].map((path) => endpoint(path)));
const matched = (path: string) => find(path)?.route.path ?? null;

describe('a path', () => {
  it.each(LITERAL)('%s matches itself, without parameters', (path) => {
    expect(find(path)).toMatchObject({ route: { path }, params: {} });
  });

  it.each(TEMPLATES)('%s matches with the value of its parameter', (template) => {
    const path = template.replace('{botId}', BOT_ID);
    expect(find(path)).toMatchObject({ route: { path: template }, params: { botId: BOT_ID } });
  });

  it('matches the template itself no more than any other text', () => {
    for (const template of TEMPLATES) expect(find(template)).toBeNull();
  });

  it.each([
    ['17 digits', '1'.repeat(17), true],
    ['16 digits', '1'.repeat(16), false],
    ['20 digits up to 2^64 - 1', '18446744073709551615', true],
    ['2^64', '18446744073709551616', false],
    ['a leading zero', `0${BOT_ID}`, false],
    ['another script’s digits', '１２３４５６７８９０１２３４５６７', false],
    ['an encoded digit', `%31${BOT_ID.slice(1)}`, false],
    ['a space', `${BOT_ID} `, false],
    ['a line break', `${BOT_ID}\n`, false],
    ['nothing', '', false],
  ])('with %s in the place of {botId} matches: %s, %s', (_, value, isMatched) => {
    expect(matched(`/api/v1/bots/${value}`) !== null).toBe(isMatched);
  });

  it('with a literal segment matches no parameter in its place (contract section 8)', () => {
    expect(matched('/api/v1/bots/stats')).toBe('/api/v1/bots/stats');
    expect(matched('/api/v1/bots/stats/history')).toBeNull();
    expect(matched('/api/v1/bots/stats/stats/history')).toBeNull();
  });

  it.each([...LITERAL, ...TEMPLATES].map((path) => path.replace('{botId}', BOT_ID)))(
    '%s matches in no other spelling',
    (path) => {
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
      // One digit more or less can leave a snowflake.
      const others = spellings.filter((other) => !isSnowflake(other.split('/').at(-1) ?? ''));
      expect(others.filter((other) => matched(other) !== null)).toEqual([]);
    },
  );

  it('is matched exactly when its segments are, for any path', () => {
    const segment = fc.oneof(
      fc.constantFrom('', 'api', 'v1', 'bots', 'stats', 'history', 'usage', 'badge', '.', '..', BOT_ID),
      fc.constantFrom('__proto__', 'constructor', '{botId}', 'toString', '%2e', 'API', `${BOT_ID}0000`),
      fc.string(),
    );
    const anyPath = fc
      .array(segment, { maxLength: 8 })
      .map((segments) => segments.map((s) => `/${s.replaceAll('/', '')}`).join(''));
    const fits = (path: string, template: string) => {
      const [given, wanted] = [path.split('/'), template.split('/')];
      return (
        given.length === wanted.length &&
        wanted.every((want, i) => (want === '{botId}' ? isSnowflake(given[i] ?? '') : want === given[i]))
      );
    };
    fc.assert(
      fc.property(anyPath, (path) => {
        expect(matched(path)).toBe([...LITERAL, ...TEMPLATES].find((t) => fits(path, t)) ?? null);
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
    // Far above any noise; a walk to the end of each would be ten thousand times as long.
    expect(perPath(long, 300)).toBeLessThan(perPath(['/no', '/api/no', '/api/v1/no', '/x'], 300) * 200 + 5);
  });
});

describe('the methods of a path', () => {
  it('stand in Allow in the order of the list, and each finds its endpoint', () => {
    const path = '/api/v1/things';
    const router = createRouter([endpoint(path, 'POST'), endpoint('/x'), endpoint(path)]);
    const route = router.find(path)?.route;
    expect(route?.allow).toBe('POST, GET');
    expect(route?.endpoints.get('GET')?.method).toBe('GET');
    for (const method of ['get', 'HEAD', 'OPTIONS', 'constructor', '']) {
      expect(route?.endpoints.get(method)).toBeUndefined();
    }
  });
});

describe('a list that cannot be served is refused', () => {
  it.each([
    ['one method twice', ['/a', '/a']],
    ['a parameter without a form', ['/a/{name}']],
  ])('%s', (_, paths) => {
    expect(() => createRouter(paths.map((path) => endpoint(path)))).toThrow();
  });
});

it('the list of routes has each path once', () => {
  expect(routes.map(({ path }) => path)).toEqual([...LITERAL, ...TEMPLATES]);
});
