import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import ts from 'typescript';

/** What each part of the project may import, and the reading of its sources that this is judged by. */

export type Source = { readonly path: string; readonly text: string };

type Part = {
  /** A path or folder of the project; the first that fits a file counts. */
  readonly of: string;
  readonly project: readonly string[];
  /** `true`: any package. */
  readonly packages: true | readonly string[];
  readonly node: boolean;
};

/** An import of which only running tells the name: of what the build has made. */
const BUILT = 'what only running it tells';
const SQL = ['better-sqlite3', 'kysely', 'pg'];
const CORE = ['lib/domain', 'lib/contract', 'lib/ports'];
const ADAPTER = ['lib/services', ...CORE];
const BROWSER = ['lib/domain', 'lib/contract'];

/** `app → components → lib`; in lib `domain ← contract ← ports ← services ← adapters`, joined by the container. */
export const PARTS: readonly Part[] = [
  { of: 'lib/domain', project: ['lib/domain'], packages: [], node: false },
  { of: 'lib/contract', project: ['lib/contract', 'lib/domain'], packages: ['zod'], node: false },
  { of: 'lib/ports', project: CORE, packages: [], node: false },
  { of: 'lib/services', project: ADAPTER, packages: [], node: false },
  { of: 'lib/data', project: ['lib/data', ...CORE], packages: SQL, node: true },
  {
    of: 'lib/http/endpoints',
    project: ['lib/http', ...ADAPTER],
    // For what a response of its own holds.
    packages: ['zod'],
    node: false,
  },
  { of: 'lib/http', project: ['lib/http', ...ADAPTER], packages: ['prom-client', 'ipaddr.js'], node: true },
  { of: 'lib/jobs', project: ['lib/jobs', ...ADAPTER], packages: [], node: false },
  { of: 'lib/auth', project: ['lib/auth', ...ADAPTER], packages: true, node: true },
  {
    of: 'lib/queries',
    project: ['lib/queries', 'lib/view', ...BROWSER],
    packages: ['@tanstack/react-query'],
    node: false,
  },
  { of: 'lib/view', project: ['lib/view', ...BROWSER], packages: [], node: false },
  { of: 'lib/client', project: ['lib/client'], packages: [], node: false },
  { of: 'lib/cli', project: ['lib/cli', ...ADAPTER, 'lib/container', 'lib/env'], packages: [], node: true },
  { of: 'lib/env', project: ['lib/domain'], packages: ['zod', 'ipaddr.js'], node: true },
  { of: 'lib/build', project: ['lib/build'], packages: ['esbuild', 'typescript', BUILT], node: true },
  {
    of: 'lib/server',
    project: ['lib/server', 'lib/http', 'lib/jobs', 'lib/auth', ...ADAPTER, 'lib/container', 'lib/env'],
    packages: true,
    node: true,
  },
  {
    of: 'lib/demo',
    project: ['lib/demo', 'lib/server', 'lib/data', 'lib/client', ...ADAPTER, 'lib/container'],
    packages: [],
    node: true,
  },
  {
    of: 'lib/container',
    project: ['lib/data', 'lib/http', 'lib/auth', 'lib/jobs', ...ADAPTER, 'lib/env'],
    packages: true,
    node: true,
  },
  {
    of: 'components/ui',
    project: ['components/ui', 'lib/view', 'lib/contract/paths', 'lib/domain/iso-time'],
    packages: true,
    node: false,
  },
  {
    of: 'components',
    project: ['components', 'lib/queries', 'lib/view', ...BROWSER],
    packages: true,
    node: false,
  },
  {
    of: 'app',
    project: [
      'app',
      'components',
      'lib/container',
      ...ADAPTER,
      'lib/http',
      'lib/auth',
      'lib/view',
      'lib/server/next',
      // Its version, which is the name of its archive.
      'lib/client/package',
    ],
    packages: true,
    node: true,
  },
  { of: 'proxy', project: ['lib/http'], packages: ['next'], node: false },
  { of: 'instrumentation', project: ['lib/server/next'], packages: [], node: false },
];

/** Packages that one part alone may know: SQL stands in the data module and nowhere else. */
const RESERVED = SQL.map((name) => ({ name, in: ['lib/data', 'lib/container'] }));

/** What is not known while deciding: the time, chance, and what the machine does. */
const IMPURE = new Map([
  ['Date.now', 'the clock'],
  ['new Date()', 'the clock'],
  ['Date()', 'the clock'],
  ['performance', 'the clock'],
  ['Math.random', 'chance'],
  ['crypto', 'chance'],
  ['process', 'the process'],
  ['globalThis', 'global state'],
  ['fetch', 'the network'],
  ['setTimeout', 'a timer'],
  ['setInterval', 'a timer'],
  ['console', 'output'],
]);

/** The parts that are told the time and what chance gave. */
const PURE = ['lib/domain', 'lib/ports', 'lib/services'];

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** Every wrong import and impurity of the sources, one sentence each. */
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
  const reserved = RESERVED.find((each) => each.name === name);
  if (reserved !== undefined) return reserved.in.some((folder) => isWithin(path, folder));
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
    // What is not a plain text cannot be judged, and nothing here needs it.
    found.push(ts.isStringLiteralLike(node) ? resolved(node.text, path) : BUILT);
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
  // Joined, not cut off: `@/app/../lib/data/x` is no part of app.
  if (name.startsWith('@/')) return withoutExtension(posix.join(name.slice(2)));
  if (name.startsWith('.')) return withoutExtension(posix.join(posix.dirname(from), name));
  return builtinModules.includes(name) ? `node:${name}` : name;
}

/** Uses of what IMPURE names, as a value: a property or a parameter of that name is something else. */
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

/** The sources of app, components and lib, and those that Next wants at the top. */
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
