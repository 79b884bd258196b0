import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

/** The project's sources, and what is checked of them beside their imports (imports.mjs). */

export type Source = { readonly path: string; readonly text: string };

/** Global names that a pure part must not use, and why. */
const IMPURE = new Map([
  ['Date.now', 'the clock'],
  ['new Date()', 'the clock'],
  ['Date()', 'the clock'],
  ['performance', 'the clock'],
  ['Math.random', 'randomness'],
  ['crypto', 'randomness'],
  ['process', 'the process'],
  ['globalThis', 'global state'],
  ['fetch', 'the network'],
  ['setTimeout', 'a timer'],
  ['setInterval', 'a timer'],
  ['console', 'output'],
]);

/** The parts that take time and random values as arguments. */
const PURE = /^lib\/(domain|ports|services)\//;
/** Its programs run before anything is built, and load what they built. */
const LOADS = /^lib\/build\//;

/** Returns one sentence for every impurity and every import whose name is known only at run time. */
export function findFaults(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const tree = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true);
    const found = [
      ...(LOADS.test(source.path) ? [] : computedImportsOf(tree)),
      ...(PURE.test(source.path) ? impuritiesOf(tree) : []),
    ];
    return found.map((what) => `${source.path} must not use ${what}`);
  });
}

function computedImportsOf(tree: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const [name] = ts.isCallExpression(node) && isLoading(node.expression) ? node.arguments : [];
    if (name !== undefined && !ts.isStringLiteralLike(name)) found.push('an import of a computed name');
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const isLoading = (callee: ts.Expression): boolean =>
  callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');

/** Uses of the names in IMPURE as values, not as properties or parameters. */
function impuritiesOf(tree: ts.SourceFile): string[] {
  const found: string[] = [];
  const note = (name: string) => {
    const what = IMPURE.get(name);
    if (what !== undefined) found.push(`${name}: ${what}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
      note(`${node.expression.text}.${node.name.text}`);
    }
    if (ts.isNewExpression(node) && isNamed(node.expression, 'Date') && !node.arguments?.length)
      note('new Date()');
    if (ts.isCallExpression(node) && isNamed(node.expression, 'Date')) note('Date()');
    if (ts.isIdentifier(node) && isReference(node)) note(node.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const isNamed = (node: ts.Node, name: string): boolean => ts.isIdentifier(node) && node.text === name;

function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) return parent.initializer === node;
  return !ts.isPropertySignature(parent) && !ts.isMethodDeclaration(parent) && !ts.isParameter(parent);
}

const SOURCE_FILE = /\.[cm]?[jt]sx?$/;

/** The sources of app, components and lib, and those that Next needs at the top. */
export function projectSources(root: string): Source[] {
  const inFolders = ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(posix.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => SOURCE_FILE.test(path)),
  );
  return [...inFolders, 'proxy.ts', 'instrumentation.ts'].map((path) => ({
    path,
    text: readFileSync(posix.join(root, path), 'utf8'),
  }));
}
