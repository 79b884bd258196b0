import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

/** What each part of the project may import, and the reading of its sources that this is judged by. */

export type Source = { readonly path: string; readonly text: string };

/** Project files are named by path without extension (`lib/domain/plan`), packages by name, Node's modules as `node:*`. */
export type Import = { readonly name: string; readonly isType: boolean };

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
const ADAPTER = ['lib/services', 'lib/domain', 'lib/contract'];
const BROWSER = ['lib/domain', 'lib/contract'];

/** `app → components → lib`; in lib `domain ← contract ← services ← adapters`, joined by the container. */
export const PARTS: readonly Part[] = [
  { of: 'lib/domain', project: ['lib/domain'], packages: [], node: false },
  { of: 'lib/contract', project: ['lib/contract', 'lib/domain'], packages: ['zod'], node: false },
  { of: 'lib/services', project: ['lib/services', 'lib/domain', 'lib/contract'], packages: [], node: false },
  { of: 'lib/data', project: ['lib/data', ...ADAPTER], packages: SQL, node: true },
  { of: 'lib/http', project: ['lib/http', ...ADAPTER], packages: ['prom-client'], node: true },
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
  { of: 'lib', project: ['lib'], packages: true, node: true },
  {
    of: 'components',
    project: ['components', 'lib/domain', 'lib/contract', 'lib/queries', 'lib/view'],
    packages: true,
    node: false,
  },
  { of: 'app', project: ['app', 'components', 'lib'], packages: true, node: true },
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

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** Every wrong import and impurity of the sources, one sentence each. */
export function findFaults(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const path = withoutExtension(source.path);
    const part = PARTS.find(({ of }) => isWithin(path, of));
    if (part === undefined) return [`${source.path} belongs to no part`];
    const tree = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true);
    const wrong = importsOf(tree, path).filter((imported) => !isAllowed(part, path, imported));
    const faults = wrong.map(({ name }) => `${source.path} must not import ${name}`);
    if (part.of !== 'lib/domain' && part.of !== 'lib/services') return faults;
    return [...faults, ...impuritiesOf(tree).map((what) => `${source.path} must not use ${what}`)];
  });
}

function isAllowed(part: Part, path: string, { name, isType }: Import): boolean {
  const reserved = RESERVED.find((each) => each.name === name);
  if (reserved !== undefined) return reserved.in.some((folder) => isWithin(path, folder));
  if (name.startsWith('node:')) return part.node;
  const isProject = /^(app|components|lib|tests|proxy|instrumentation)(\/|$)/.test(name);
  if (!isProject) return part.packages === true || part.packages.includes(packageOf(name));
  // A component may name the type of a server action or of what a service gives; nothing of it reaches the browser.
  if (part.of === 'components' && isType && isWithin(name, 'lib/services')) return true;
  return part.project.some((folder) => isWithin(name, folder));
}

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/** Static, dynamic and type imports, re-exports, `require`, and `import('…')` in types. */
export function importsOf(tree: ts.SourceFile, path: string): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node | undefined, isType: boolean) => {
    // What is not a plain text cannot be judged, and nothing here needs it.
    if (node === undefined) return;
    const name = ts.isStringLiteralLike(node) ? resolved(node.text, path) : BUILT;
    found.push({ name, isType });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      add(node.moduleReference.expression, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && isLoading(node.expression)) add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const isLoading = (callee: ts.Expression): boolean =>
  callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const named = clause.namedBindings;
  const isEachType =
    named !== undefined && ts.isNamedImports(named) && named.elements.every((e) => e.isTypeOnly);
  return clause.name === undefined && isEachType;
}

const withoutExtension = (path: string): string => path.replace(/\.(ts|tsx|mjs|js|css|json)$/, '');

function resolved(name: string, from: string): string {
  if (name.startsWith('@/')) return withoutExtension(name.slice(2));
  if (name.startsWith('.')) return withoutExtension(posix.join(posix.dirname(from), name));
  const bare = [
    'fs',
    'path',
    'crypto',
    'http',
    'net',
    'os',
    'url',
    'util',
    'stream',
    'events',
    'child_process',
  ];
  return bare.includes(packageOf(name)) ? `node:${name}` : name;
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

/** The sources of app, components and lib. */
export function projectSources(root: string): Source[] {
  return ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(posix.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => /\.(ts|tsx|mjs|js)$/.test(path))
      .map((path) => ({ path, text: readFileSync(posix.join(root, path), 'utf8') })),
  );
}
