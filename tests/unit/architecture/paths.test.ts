import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '@/lib/api/operations/list';
import * as marks from '@/lib/api/operations/marks';
import * as readAnalytics from '@/lib/api/operations/read-analytics';
import * as readBotDetails from '@/lib/api/operations/read-bot-details';
import * as readBotHistory from '@/lib/api/operations/read-bot-history';
import * as readBreakdown from '@/lib/api/operations/read-breakdown';
import * as readStatsHistory from '@/lib/api/operations/read-stats-history';
import * as readUsage from '@/lib/api/operations/read-usage';
import * as readVotes from '@/lib/api/operations/read-votes';
import * as reportStats from '@/lib/api/operations/report-stats';
import * as sendHeartbeat from '@/lib/api/operations/send-heartbeat';
import * as storeWebhook from '@/lib/api/operations/store-webhook';
import * as verifyKey from '@/lib/api/operations/verify-key';
import { paths } from '@/lib/contract/paths';
import { isFile, isPage, PAGES as MATCHED } from '@/lib/server/next/page-paths';
import nextConfig from '@/next.config';
import { config } from '@/proxy';
import { PUBLIC_FILES } from '../../support/public-files';
import { projectSources } from './sources';

const ROOT = new URL('../../..', import.meta.url).pathname;
const SOURCES = projectSources(ROOT);
const BOT_ID = '[botId]';

/** The path of every page, from its file. */
const PAGES = SOURCES.filter(({ path }) => /^app\/(.*\/)?page\.tsx$/.test(path)).map(
  ({ path }) => path.slice('app'.length, -'/page.tsx'.length) || '/',
);

/** Every path in lib/contract/paths.ts. */
const pathsOf = (value: object): string[] =>
  Object.values(value).flatMap((each) => {
    if (typeof each === 'string') return [each];
    return pathsOf(typeof each === 'function' ? each(BOT_ID) : each);
  });

const FIRST_SEGMENTS = new Set(PAGES.map((page) => page.split('/')[1]).filter((segment) => segment !== ''));

/** Literals in a source that are the path of a page; Next checks those in types. */
function spelledPages(name: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const [, segment] = /^\/([^/?#]*)/.exec(node.text) ?? [];
      if (segment !== undefined && FIRST_SEGMENTS.has(segment)) found.push(node.text);
      if (node.text === '/' && isStartPage(node)) found.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Whether a slash is the path of the start page: in `href`, `redirect(…)` and `revalidatePath(…)`. */
function isStartPage({ parent }: ts.Node): boolean {
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) {
    return /href/i.test(parent.name.getText());
  }
  return ts.isCallExpression(parent) && /^(redirect|revalidatePath)$/.test(parent.expression.getText());
}

it('every operation for bots has a route file at its path, which names it', () => {
  const operations = Object.entries({
    ...reportStats,
    ...readUsage,
    ...readBotDetails,
    ...readBotHistory,
    ...readVotes,
  })
    .concat(
      Object.entries({
        ...readStatsHistory,
        ...readAnalytics,
        ...readBreakdown,
        ...verifyKey,
        ...sendHeartbeat,
        ...storeWebhook,
        ...marks,
      }),
    )
    .map(([name, { path }]) => ({ name, path }));
  expect(operations.map(({ path }) => path).sort()).toEqual(
    OPERATIONS.map(({ path }) => path)
      .filter((path) => path.startsWith('/api/v1/'))
      .sort(),
  );
  const named = operations.map(({ name, path }) => {
    const file = `app${path.replace(/\{(\w+)\}/g, '[$1]')}/route.ts`;
    const source = SOURCES.find((one) => one.path === file);
    const served = /routeHandlers\(([^)]*)\)/.exec(source?.text ?? '')?.[1]?.split(',') ?? [];
    return [file, served.some((each) => each.trim() === name)];
  });
  expect(named.filter(([, isNamed]) => !isNamed)).toEqual([]);
});

describe('the paths of pages', () => {
  it('are those of the existing pages', () => {
    expect(pathsOf(paths).sort()).toEqual([...PAGES].sort());
  });

  it('are written in one file', () => {
    const spelled = SOURCES.filter(({ path }) => path !== 'lib/contract/paths.ts').flatMap(({ path, text }) =>
      spelledPages(path, text).map((address) => `${path}: ${address}`),
    );
    expect(spelled).toEqual([]);
  });

  it.each([
    'redirect("/login?notice=x")',
    'const x = <a href="/bots" />',
    'const x = <a href="/" />',
    "const x = { href: '/' }",
    "redirect('/')",
    "revalidatePath('/', 'layout')",
    "const PATH = '/admin/keys'",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source to check
    'const path = `/bots/${id}/keys`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source to check
    'const link = `${origin}/setup?token=x`',
  ])('are found in other files: %s', (text) => {
    expect(spelledPages('x.tsx', text)).toHaveLength(1);
  });

  it.each(["const cookie = { path: '/' }", "type P = PageProps<'/bots'>", "path.startsWith('/_next/')"])(
    'are distinguished from other literals: %s',
    (text) => {
      expect(spelledPages('x.tsx', text)).toEqual([]);
    },
  );
});

describe('the paths of files', () => {
  it('are those that proxy.ts leaves out', () => {
    expect(config.matcher).toEqual([MATCHED]);
  });

  it('are written in one file', () => {
    const spelled = SOURCES.filter(({ text }) => /_next\/static\/.*\||\|(_next|download|icon)\b/.test(text));
    expect(spelled.map(({ path }) => path)).toEqual(['proxy.ts']);
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

  it.each([
    ...PAGES,
    '/client-x.tgz',
    '/client-1.tgz',
    '/client.tgz.gz',
    '/icon.svgx',
    '/icon.svg/x',
    '/pictures/none.webp',
    '/robots.txt/',
    '/_global-error',
    '/download',
    '/download/',
    '/download/a/b',
    '/_next/image',
    '/_next/data/x.json',
    '/%0A',
    '/a\nb',
  ])('do not include pages, known or unknown: %s', (path) => {
    expect([isFile(path), isPage(path)]).toEqual([false, true]);
  });
});
