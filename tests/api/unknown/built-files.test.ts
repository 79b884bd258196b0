import { METHODS } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { onOneServer } from '../../support/process/api-server';
import { PUBLIC_FILES } from '../../support/public-files';
import { checkEach } from '../../support/result';

/** Every method of Node's parser except GET, HEAD and CONNECT, which has no path. */
const OTHERS = METHODS.filter((method) => !['GET', 'HEAD', 'CONNECT'].includes(method));
const MISSING = [
  '/_next/static/none.js',
  '/_next/static/chunks',
  '/_next/image',
  '/pictures/none.webp',
  '/x.css',
];

onOneServer((api) => {
  describe('files of the build, of public and of the client library', () => {
    /** One file of each type that a page links to, the files of `public`, and the client library. */
    let files: readonly string[];
    beforeAll(async () => {
      const { text } = await api.send({ path: '/login' });
      const built = new Map(
        [...text.matchAll(/"(\/_next\/static\/[^"?\\]+\.(\w+))/g)].map(([, path = '', kind]) => [kind, path]),
      );
      expect([...built.keys()]).toEqual(expect.arrayContaining(['js', 'css']));
      files = [...built.values(), ...PUBLIC_FILES, '/client.tgz'];
    });

    it('are read with GET and HEAD', async () => {
      for (const path of files) {
        const [got, head] = [await api.send({ path }), await api.send({ method: 'HEAD', path })];
        expect([got.status, head.text], path).toEqual([path === '/client.tgz' ? 302 : 200, '']);
        expect(head.status, path).toBe(got.status);
      }
    });

    it('refuse other methods with 405 and an Allow header', () =>
      checkEach(OTHERS, async (method) => {
        for (const path of files) {
          const response = await api.send({ method, path });
          // Next responds to OPTIONS for computed routes.
          const isServed = method === 'OPTIONS' && path === '/client.tgz';
          expect(response.status, path).toBe(isServed ? 204 : 405);
          expect(response.header('allow'), path).toBe(isServed ? 'GET, HEAD, OPTIONS' : 'GET, HEAD');
          expect(response.text, path).not.toMatch(/error/i);
        }
      }));

    it('get 404 for every method when they do not exist', () =>
      checkEach(['GET', 'HEAD', ...OTHERS], async (method) => {
        const headers = { Host: `localhost:${api.port}`, Origin: `http://localhost:${api.port}` };
        for (const path of MISSING) {
          expect((await api.send({ method, path, headers })).status, path).toBe(404);
        }
      }));

    it('are sent once, however many overlapping ranges are asked for', async () => {
      const Range = `bytes=${Array.from({ length: 1_500 }, (_, i) => `${i}-`).join()}`;
      for (const path of files.filter((file) => file !== '/client.tgz')) {
        const [whole, ranged] = [await api.send({ path }), await api.send({ path, headers: { Range } })];
        expect([200, 206], path).toContain(ranged.status);
        expect(ranged.text.length, path).toBeLessThanOrEqual(whole.text.length);
      }
    });

    it.each([
      ['Range', 'bytes=99999999-', 416],
      ['Range', 'bytes=0-0', 206],
      ['Range', 'nonsense', 200],
      ['If-Match', '"another"', 412],
      ['If-Match', '*', 200],
      ['If-None-Match', '*', 304],
      ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT', 412],
    ])('with %s: %s return %i', async (name, value, status) => {
      for (const path of files.filter((file) => file !== '/client.tgz')) {
        const response = await api.send({ path, headers: { [name]: value } });
        expect(response.status, path).toBe(status);
        if (status < 400) continue;
        expect([response.text, response.header('etag')], path).toEqual(['', undefined]);
        // An error must not be cached as the file.
        expect(response.header('cache-control'), path).toContain('no-store');
      }
    });
  });

  it('other read-only paths return 405 with Allow too', async () => {
    for (const [path, allow] of [
      ['/api/dashboard/bots', 'GET'],
      ['/api/auth/callback/discord', 'GET, HEAD'],
    ] as const) {
      const response = await api.send({ method: 'PATCH', path });
      expect([response.status, response.header('allow')], path).toEqual([405, allow]);
    }
  });
});
