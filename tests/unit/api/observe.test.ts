import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { guarded, observePage, type ServedRequest } from '@/lib/api/observe';
import { paths } from '@/lib/contract/paths';

it('an error of an observer is logged and not thrown', () => {
  const errors: unknown[] = [];
  const failing = new Error('There is no memory for another label.');
  const observe = guarded(
    () => {
      throw failing;
    },
    (error) => errors.push(error),
  );
  observe({ route: '/api/v1/usage', method: 'GET', status: 200, durationMs: 1 });
  expect(errors).toEqual([failing]);
});

/** The route that a page's response is counted under. */
function routeOf(path: string): string | undefined {
  const served: ServedRequest[] = [];
  const response = Object.assign(new EventEmitter(), { statusCode: 200 }) as unknown as ServerResponse;
  observePage((one) => served.push(one), path, { method: 'GET' } as IncomingMessage, response);
  response.emit('finish');
  return served[0]?.route;
}

const { bot, admin, ...others } = paths;

it.each([...Object.values(others), ...Object.values(bot('1')), ...Object.values(admin)])(
  'a page is counted under its first path segment: %s',
  (path) => {
    expect(routeOf(path)).toBe(`/${path.split('/')[1]}`);
  },
);

it.each([
  ['/download/client.tgz', '/download'],
  ['/_next/static/1.js', '/_next'],
  ['/api/auth/session', '/api'],
  ['/loginx', 'other'],
  ['/toString', 'other'],
])('files have a route of their own, what clients invent has none: %s', (path, route) => {
  expect(routeOf(path)).toBe(route);
});
