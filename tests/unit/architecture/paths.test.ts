import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { paths } from '@/lib/contract/paths';
import { projectSources } from './rules';

const ROOT = new URL('../../..', import.meta.url).pathname;
const SOURCES = projectSources(ROOT);
const BOT_ID = '[botId]';

/** Every page that has a file, as its address. */
const PAGES = SOURCES.filter(({ path }) => /^app\/(.*\/)?page\.tsx$/.test(path)).map(
  ({ path }) => path.slice('app'.length, -'/page.tsx'.length) || '/',
);

/** Every address of the module, in order. */
const addressesOf = (value: object): string[] =>
  Object.values(value).flatMap((each) => {
    if (typeof each === 'string') return [each];
    return addressesOf(typeof each === 'function' ? each(BOT_ID) : each);
  });

const FIRST_SEGMENTS = new Set(PAGES.map((page) => page.split('/')[1]).filter((segment) => segment !== ''));

/** Texts in a source that are the address of a page; names of routes in types are checked by Next. */
function spelledPages(name: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const [, segment] = /^\/([^/?#]*)/.exec(node.text) ?? [];
      if (segment !== undefined && FIRST_SEGMENTS.has(segment)) found.push(node.text);
      if (node.text === '/' && isAddress(node)) found.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Whether a slash is the start page here, not a part of some path: in `href`, `redirect(…)` and `revalidatePath(…)`. */
function isAddress({ parent }: ts.Node): boolean {
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) {
    return /href/i.test(parent.name.getText());
  }
  return ts.isCallExpression(parent) && /^(redirect|revalidatePath)$/.test(parent.expression.getText());
}

describe('addresses of pages', () => {
  it('are those of the pages that there are', () => {
    expect(addressesOf(paths).sort()).toEqual([...PAGES].sort());
  });

  it('stand in one place', () => {
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
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source that is judged
    'const path = `/bots/${id}/keys`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source that is judged
    'const link = `${origin}/setup?token=x`',
  ])('are found elsewhere: %s', (text) => {
    expect(spelledPages('x.tsx', text)).toHaveLength(1);
  });

  it.each(["const cookie = { path: '/' }", "type P = PageProps<'/bots'>", "path.startsWith('/_next/')"])(
    'are told from other texts: %s',
    (text) => {
      expect(spelledPages('x.tsx', text)).toEqual([]);
    },
  );
});
