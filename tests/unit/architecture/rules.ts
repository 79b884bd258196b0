import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import ts from 'typescript';

/** What each part of the project may import, and how its sources are checked. */

export type Source = { readonly path: string; readonly text: string };

type Part = {
  /** A folder, or a file without extension; the first that contains a source applies. */
  readonly of: string;
  readonly project: readonly string[];
  /** `true`: any package. */
  readonly packages: true | readonly string[];
  /** Whether Node's modules may be imported. */
  readonly node: boolean;
};

/** Stands for an import whose name is known only at run time. */
const COMPUTED = 'a computed name';
const SQL = ['better-sqlite3', 'kysely', 'pg'];
const CORE = ['lib/domain', 'lib/contract', 'lib/ports'];
const ADAPTER = ['lib/services', ...CORE];
const BROWSER = ['lib/domain', 'lib/contract'];
const SERVER = ['lib/http', 'lib/jobs', 'lib/auth', ...ADAPTER, 'lib/env'];

const pure = (of: string, project: readonly string[], packages: Part['packages'] = []): Part => ({
  of,
  project,
  packages,
  node: false,
});
const onNode = (of: string, project: readonly string[], packages: Part['packages'] = []): Part => ({
  ...pure(of, project, packages),
  node: true,
});

/** `app → components → lib`; in lib `domain ← contract ← ports ← services ← adapters`, joined by the container. */
const PARTS: readonly Part[] = [
  pure('lib/domain', ['lib/domain']),
  pure('lib/contract', ['lib/contract', 'lib/domain'], ['zod']),
  pure('lib/ports', CORE),
  pure('lib/services', ADAPTER),
  onNode('lib/threads', ['lib/threads']),
  onNode('lib/data', ['lib/data', 'lib/threads', ...CORE], SQL),
  pure('lib/http/endpoints', ['lib/http', ...ADAPTER], ['zod']),
  onNode('lib/http', ['lib/http', ...ADAPTER], ['prom-client', 'ipaddr.js']),
  pure('lib/jobs', ['lib/jobs', ...ADAPTER]),
  onNode('lib/auth', ['lib/auth', ...ADAPTER], true),
  onNode('lib/delivery', ['lib/delivery', 'lib/threads', ...CORE], ['ipaddr.js', 'nodemailer']),
  pure('lib/queries', ['lib/queries', 'lib/view', ...BROWSER]),
  pure('lib/view', ['lib/view', ...BROWSER]),
  pure('lib/client', ['lib/client']),
  onNode('lib/cli', ['lib/cli', ...ADAPTER, 'lib/container', 'lib/env']),
  onNode('lib/env', ['lib/domain', 'lib/data/database-address'], ['zod', 'ipaddr.js']),
  onNode('lib/build', ['lib/build'], ['@next/env', 'esbuild', 'typescript', COMPUTED]),
  onNode('lib/server', ['lib/server', 'lib/container', ...SERVER], true),
  onNode('lib/demo', ['lib/demo', 'lib/server', 'lib/data', 'lib/client', ...ADAPTER, 'lib/container']),
  onNode('lib/container', ['lib/data', 'lib/delivery', ...SERVER], true),
  pure(
    'components/ui',
    ['components/ui', 'lib/view', 'lib/contract/paths', 'lib/contract/form-state', 'lib/domain/iso-time'],
    true,
  ),
  pure('components', ['components', 'lib/queries', 'lib/view', ...BROWSER], true),
  onNode(
    'app',
    [
      ...['app', 'components', 'lib/container', ...ADAPTER, 'lib/http', 'lib/auth', 'lib/view'],
      // The version of the client, which is in the name of its archive.
      ...['lib/server/next', 'lib/client/package'],
    ],
    true,
  ),
  pure('proxy', ['lib/http'], ['next']),
  pure('instrumentation', ['lib/server/next']),
];

/** The only parts that may import packages for SQL. */
const WITH_SQL = ['lib/data', 'lib/container'];

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
const PURE = ['lib/domain', 'lib/ports', 'lib/services'];

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** Returns one sentence for every wrong import and impurity of the sources. */
export function findFaults(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const path = withoutExtension(source.path);
    const part = PARTS.find(({ of }) => isWithin(path, of));
    if (part === undefined) return [`${source.path} belongs to no part`];
    const tree = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true);
    const wrong = importsOf(tree, path).filter((name) => !isAllowed(part, path, name));
    const faults = wrong.map((name) => `${source.path} must not import ${name}`);
    if (!PURE.includes(part.of)) return faults;
    return [...faults, ...impuritiesOf(tree).map((what) => `${source.path} must not use ${what}`)];
  });
}

function isAllowed(part: Part, path: string, name: string): boolean {
  if (SQL.includes(name)) return WITH_SQL.some((folder) => isWithin(path, folder));
  if (name.startsWith('node:')) return part.node;
  const isProject = /^(app|components|lib|tests|proxy|instrumentation)(\/|$)/.test(name);
  if (!isProject) return part.packages === true || part.packages.includes(packageOf(name));
  return part.project.some((folder) => isWithin(name, folder));
}

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * Static, dynamic and type imports, re-exports, `require`, and `import('…')` in types. Project files are named by path
 * without extension (`lib/domain/plan`), packages by name, Node's modules as `node:*`.
 */
export function importsOf(tree: ts.SourceFile, path: string): string[] {
  const found: string[] = [];
  const add = (node: ts.Node | undefined) => {
    if (node === undefined) return;
    found.push(ts.isStringLiteralLike(node) ? resolved(node.text, path) : COMPUTED);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier);
    else if (ts.isExternalModuleReference(node)) add(node.expression);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal);
    else if (ts.isCallExpression(node) && isLoading(node.expression)) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const isLoading = (callee: ts.Expression): boolean =>
  callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');

const SOURCE_FILE = /\.[cm]?[jt]sx?$/;

const withoutExtension = (path: string): string => path.replace(SOURCE_FILE, '').replace(/\.(css|json)$/, '');

function resolved(name: string, from: string): string {
  // Normalized: `@/app/../lib/data/x` is not in app.
  if (name.startsWith('@/')) return withoutExtension(posix.join(name.slice(2)));
  if (name.startsWith('.')) return withoutExtension(posix.join(posix.dirname(from), name));
  return builtinModules.includes(name) ? `node:${name}` : name;
}

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
