import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { projectSources } from '@/tests/unit/architecture/sources';

const ROOT = new URL('../../..', import.meta.url).pathname;
/** Names that only the selectors of other classes use. */
const MARKERS = /^(group|peer)(\/\w+)?$/;

/** All classes that the built style sheets have a rule for. */
function builtClasses(): Set<string> {
  const folder = join(ROOT, '.next/static');
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  const css = sheets.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const unescaped = (name: string) =>
    name
      .replace(/\\([0-9a-f]{1,6}) ?/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
      .replace(/\\(.)/g, '$1');
  return new Set(
    [...css.matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[-\w])+)/gi)].map(([, name = '']) => unescaped(name)),
  );
}

const isCn = (node: ts.CallExpression) => node.expression.getText() === 'cn';

/** The words of attributes whose name ends in `className`, and of what `cn` gets. */
function classNamesIn(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const names: string[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) names.push(...node.text.split(/\s+/).filter((name) => name !== ''));
    // What is compared is no class.
    else if (!ts.isBinaryExpression(node) || !isComparison(node)) {
      if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(collect);
      else if (ts.isCallExpression(node)) (isCn(node) ? node.arguments : []).forEach(collect);
      else if (!ts.isElementAccessExpression(node) && !ts.isPropertyAccessExpression(node))
        ts.forEachChild(node, collect);
    }
  };
  const visit = (node: ts.Node): void => {
    const isAttribute = ts.isJsxAttribute(node) && /className$/i.test(node.name.getText());
    if (isAttribute && node.initializer !== undefined) collect(node.initializer);
    else if (ts.isCallExpression(node) && isCn(node)) node.arguments.forEach(collect);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

const COMPARISONS: readonly ts.SyntaxKind[] = [
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
];
const isComparison = (node: ts.BinaryExpression) => COMPARISONS.includes(node.operatorToken.kind);

it('every class that a component names has a rule in the built style sheets', () => {
  const built = builtClasses();
  const used = projectSources(ROOT)
    .filter(({ path }) => /^(app|components)\/.*\.tsx$/.test(path))
    .flatMap(({ path, text }) => classNamesIn(path, text).map((name) => ({ path, name })));
  expect(used.length).toBeGreaterThan(2_000);
  const without = used.filter(({ name }) => !built.has(name) && !MARKERS.test(name));
  expect(without).toEqual([]);
});
