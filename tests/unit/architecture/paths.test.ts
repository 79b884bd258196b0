import { describe, expect, it } from 'vitest';
import { docsPath, paths } from '@/lib/contract/paths';
import { isFile, isPage, PAGES as MATCHED } from '@/lib/server/next/page-paths';
import nextConfig from '@/next.config';
import { config } from '@/proxy';
import { PUBLIC_FILES } from '../../support/public-files';
import { projectSources } from './sources';

const ROOT = new URL('../../..', import.meta.url).pathname;
const BOT_ID = '[botId]';

/** The path of every page, from its file. */
const PAGES = projectSources(ROOT)
  .filter(({ path }) => /^app\/(.*\/)?page\.tsx$/.test(path))
  .map(({ path }) => path.slice('app'.length, -'/page.tsx'.length).replace(/\/\(\w+\)/g, '') || '/');

/** Every path in lib/contract/paths.ts. */
const pathsOf = (value: object): string[] =>
  Object.values(value).flatMap((each) => {
    if (typeof each === 'string') return [each];
    return pathsOf(typeof each === 'function' ? each(BOT_ID) : each);
  });

it('the paths of pages are those of the existing pages', () => {
  expect(pathsOf({ ...paths, section: docsPath('[section]') }).sort()).toEqual([...PAGES].sort());
});

describe('the paths of files', () => {
  it('are those that proxy.ts leaves out', () => {
    expect(config.matcher).toEqual([MATCHED]);
  });

  it('have those that next.config.ts leads to a file', async () => {
    const rewrites = (await nextConfig.rewrites?.()) as { source: string }[];
    const sources = rewrites.map(({ source }) => source.replace(/:version\(.*\)\./, '1.2.0.'));
    expect(sources).toEqual(['/client-1.2.0.tgz', '/client.tgz']);
    expect(sources.filter((path) => !isFile(path) || isPage(path))).toEqual([]);
  });

  it.each([
    '/_next/static/chunks/1.js',
    ...PUBLIC_FILES,
    '/download/client.tgz',
    '/download/x-1.0.0-py3-none-any.whl',
  ])('are no pages: %s', (path) => {
    expect([isFile(path), isPage(path)]).toEqual([true, false]);
  });

  const OF_THE_API =
    '/api/x /hooks/votes/x /badge/1/servers.svg /chart/1/users.png /b/1 /npm/@botmeter/client';
  it.each(OF_THE_API.split(' '))('are no pages, and no files: %s, which the API serves', (path) => {
    expect([isFile(path), isPage(path)]).toEqual([false, false]);
  });

  const UNKNOWN =
    '/client-x.tgz /client-1.tgz /client.tgz.gz /icon.svgx /icon.svg/x /pictures/none.webp /robots.txt/ /_global-error /download' +
    ' /download/ /download/a/b /_next/image /_next/data/x.json /%0A';
  it.each([...PAGES, ...UNKNOWN.split(' '), '/a\nb'])(
    'do not include pages, known or unknown: %s',
    (path) => {
      expect([isFile(path), isPage(path)]).toEqual([false, true]);
    },
  );
});
