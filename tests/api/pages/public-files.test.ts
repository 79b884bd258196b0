import { expect, it } from 'vitest';
import { paths } from '@/lib/contract/paths';
import { onOneServer } from '../../support/process/api-server';
import { PUBLIC_FILES } from '../../support/public-files';

const TYPES: Readonly<Record<string, string>> = {
  '/apple-touch-icon.png': 'image/png',
  '/favicon.ico': 'image/x-icon',
  '/geist-sans.woff2': 'font/woff2',
  '/icon.svg': 'image/svg+xml',
  '/manifest.webmanifest': 'application/manifest+json',
  '/pictures/badge.svg': 'image/svg+xml',
  '/pictures/dashboard-dark.webp': 'image/webp',
  '/pictures/dashboard-light.webp': 'image/webp',
  '/robots.txt': 'text/plain; charset=UTF-8',
};
const HTML = { Accept: 'text/html' };
const REQUESTS: Record<string, string>[] = [{}, HTML, { Cookie: 'botmeter.session=x' }];
/** Pages for search engines. */
const LISTED: readonly string[] = [paths.home, paths.docs];
const BOT = paths.bot('1234567890123456789');
const PAGES = [paths, BOT, paths.admin].flatMap((group) =>
  Object.values(group).filter((path): path is string => typeof path === 'string'),
);

onOneServer((api) => {
  it.each(PUBLIC_FILES)(
    '%s has its type, may be kept for a day, and is asked for again by its tag',
    async (path) => {
      for (const headers of REQUESTS) {
        const got = await api.send({ path, headers });
        expect([got.status, got.header('content-type')]).toEqual([200, TYPES[path]]);
        expect(got.header('cache-control')).toBe('public, max-age=86400');
        expect(got.header('x-content-type-options')).toBe('nosniff');
        expect(got.header('set-cookie')).toBeUndefined();
        const etag = got.header('etag') ?? '';
        const again = await api.send({ path, headers: { ...headers, 'If-None-Match': etag } });
        expect([again.status, again.text]).toEqual([304, '']);
        const head = await api.send({ method: 'HEAD', path, headers });
        expect([head.status, head.text, head.header('etag')]).toEqual([200, '', etag]);
        expect(head.header('content-length')).toBe(got.header('content-length'));
      }
    },
  );

  it('pages name the icons and the manifest, and are never kept', async () => {
    for (const path of ['/', '/docs', '/login']) {
      const { text, header } = await api.send({ path, headers: HTML });
      expect(header('cache-control'), path).toContain('no-store');
      const links = [...text.matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]+)"/g)];
      expect(links.map(([, , href]) => href)).toEqual(
        expect.arrayContaining([
          '/favicon.ico',
          '/icon.svg',
          '/apple-touch-icon.png',
          '/manifest.webmanifest',
        ]),
      );
    }
  });

  it('search engines list the start page, the API reference and public bots, and no other page', async () => {
    const { text } = await api.send({ path: '/robots.txt' });
    const refused = [...text.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path);
    const mayRead = (path: string) => !refused.some((start) => path.startsWith(start));
    expect(
      [...LISTED, '/b/1', '/badge/1/servers.svg', '/chart/1/servers.png'].filter((path) => !mayRead(path)),
    ).toEqual([]);
    expect(['/api/v1/usage', '/hooks/votes/x', '/download/x', '/client.tgz'].filter(mayRead)).toEqual([]);
    for (const path of PAGES.filter(mayRead)) {
      const page = await api.send({ path, headers: HTML });
      const robots = /<meta name="robots" content="([^"]+)"/.exec(page.text)?.[1];
      expect([path, robots]).toEqual([path, LISTED.includes(path) ? 'index, follow' : 'noindex, nofollow']);
    }
  });
});
