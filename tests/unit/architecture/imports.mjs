import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** What each part of the project may import; checked by `depcruise` in the static checks of `npm test`. */

const CORE = ['lib/domain', 'lib/contract', 'lib/ports'];
const ADAPTER = ['lib/services', ...CORE];
const BROWSER = ['lib/domain', 'lib/contract'];
const SERVER = ['lib/api', 'lib/request', 'lib/jobs', 'lib/auth', ...ADAPTER, 'lib/env'];
/** What the edge of the pages may import; the container by lib/session/container.ts alone, which no browser gets. */
const EDGE = ['lib/session', 'lib/request', 'lib/auth', 'lib/view', ...ADAPTER];
const ACTIONS = 'lib/actions';
/** The server actions: of these files alone the browser gets no code, only the addresses of what they export. */
const ACTION_FILES = (existsSync(ACTIONS) ? readdirSync(ACTIONS) : [])
  .filter((name) => readFileSync(`${ACTIONS}/${name}`, 'utf8').startsWith("'use server';"))
  .map((name) => `${ACTIONS}/${name.replace(/\.ts$/, '')}`);
const DRIVERS = ['better-sqlite3', 'better-sqlite3-node20'];
const SQL = [...DRIVERS, 'kysely', 'pg'];
const ANY = ['[^/]+', '@[^/]+/[^/]+'];

/**
 * `of` is a folder, or a file without extension; the first that contains a source applies. `node`: whether Node's modules
 * may be imported.
 * @typedef {{ of: string, project: readonly string[], packages?: readonly string[], node?: boolean }} Part
 */

/** `app → components → lib`; in lib `domain ← contract ← ports ← services ← adapters`, joined by the container. @type {readonly Part[]} */
const PARTS = [
  // CRC-32 of zlib.
  { of: 'lib/domain/keys/key-text', project: ['lib/domain'], node: true },
  { of: 'lib/domain', project: ['lib/domain'] },
  { of: 'lib/contract', project: ['lib/contract', 'lib/domain'], packages: ['zod'] },
  // The type of all tables is inferred from their SQL. Only it may be imported, for no other part may reach the SQL.
  { of: 'lib/ports/ports', project: [...CORE, 'lib/data/tables/tables'] },
  { of: 'lib/ports', project: CORE },
  { of: 'lib/services', project: ADAPTER, packages: ['lru-cache'] },
  {
    of: 'lib/pictures',
    project: ['lib/pictures', 'lib/threads'],
    packages: ['@resvg/resvg-js'],
    node: true,
  },
  { of: 'lib/threads', project: ['lib/threads'], node: true },
  {
    of: 'lib/data',
    project: ['lib/data', 'lib/threads', ...CORE],
    packages: [...SQL, 'async-mutex', 'leven', 'lru-cache'],
    node: true,
  },
  { of: 'lib/request', project: ['lib/request', 'lib/contract'], packages: ['ipaddr.js'], node: true },
  { of: 'lib/api/operations/public', project: ['lib/api', 'lib/view', ...ADAPTER], packages: ['zod'] },
  { of: 'lib/api/operations', project: ['lib/api', ...ADAPTER], packages: ['zod'] },
  {
    of: 'lib/api',
    project: ['lib/api', 'lib/request', ...ADAPTER],
    packages: ['prom-client', 'hono'],
    node: true,
  },
  { of: 'lib/jobs', project: ['lib/jobs', ...ADAPTER] },
  { of: 'lib/auth', project: ['lib/auth', ...ADAPTER], packages: ANY, node: true },
  {
    of: 'lib/delivery',
    project: ['lib/delivery', 'lib/threads', ...CORE],
    packages: ['ipaddr.js', 'nodemailer'],
    node: true,
  },
  {
    of: 'lib/queries',
    project: ['lib/queries', 'lib/view', ...BROWSER],
    packages: ['@tanstack/react-query', 'react'],
  },
  {
    of: 'lib/view',
    project: ['lib/view', ...BROWSER],
    packages: ['d3-scale', 'd3-shape', 'd3-time'],
  },
  { of: 'lib/client', project: ['lib/client'] },
  {
    of: 'lib/cli',
    project: ['lib/cli', ...ADAPTER, 'lib/container', 'lib/env'],
    packages: ['cli-progress', 'leven'],
    node: true,
  },
  {
    of: 'lib/env',
    project: ['lib/domain', 'lib/data/database-address'],
    packages: ['zod', 'ipaddr.js'],
    node: true,
  },
  {
    of: 'lib/build',
    project: ['lib/build', 'lib/data/sqlite/driver'],
    packages: ['@next/env', 'esbuild', 'fflate', 'typescript'],
    node: true,
  },
  {
    of: 'lib/server',
    project: ['lib/server', 'lib/container', 'lib/shared-container', ...SERVER],
    packages: ANY,
    node: true,
  },
  {
    of: 'lib/demo',
    project: ['lib/demo', 'lib/server', 'lib/data', 'lib/client', ...ADAPTER, 'lib/container'],
    node: true,
  },
  { of: 'lib/log', project: [], packages: ['pino'], node: true },
  {
    of: 'lib/database-commands',
    project: ['lib/data', 'lib/auth', 'lib/env', 'lib/ports'],
    node: true,
  },
  {
    of: 'lib/container',
    project: ['lib/database-commands', 'lib/data', 'lib/delivery', 'lib/log', 'lib/pictures', ...SERVER],
    packages: ANY,
    node: true,
  },
  {
    of: 'components/ui',
    project: [
      'components/ui',
      'lib/view/markup',
      'lib/view/numbers',
      'lib/view/times',
      'lib/view/durations',
      'lib/view/list-query',
      'lib/contract/paths',
      'lib/contract/form-state',
      'lib/contract/version',
      'lib/domain/text',
    ],
    packages: ANY,
  },
  {
    of: 'components',
    project: ['components', ...ACTION_FILES, 'lib/queries', 'lib/view', ...BROWSER],
    packages: ANY,
  },
  { of: 'lib/shared-container', project: ['lib/container'] },
  { of: 'lib/session/container', project: ['lib/shared-container'], packages: ['server-only'] },
  { of: 'lib/session', project: EDGE, packages: ['next', 'next-auth', 'react'], node: true },
  { of: ACTIONS, project: [ACTIONS, ...EDGE], packages: ['next', 'zod'] },
  {
    of: 'app',
    project: [
      'app',
      'components',
      ...EDGE,
      'lib/api',
      'lib/queries',
      // The version of the client, which is in the name of its archive.
      'lib/server/next',
      'lib/client/package',
    ],
    packages: ANY,
    node: true,
  },
  { of: 'proxy', project: ['lib/request'], packages: ['next'] },
  { of: 'instrumentation', project: ['lib/server/next'] },
];

const SOURCE = '^(app|components|lib|tests|proxy|instrumentation)(/|\\.)';
const PACKAGE = '(^|/)node_modules/';
const escaped = (/** @type {string} */ text) => text.replaceAll('.', '\\.');
const within = (/** @type {readonly string[]} */ paths) => `^(${paths.map(escaped).join('|')})(/|\\.\\w+$)`;
const ofPackages = (/** @type {readonly string[]} */ names) =>
  `(^|/)node_modules/(@types/)?(${names.join('|')})/`;

const severity = /** @type {const} */ ('error');

/** @type {import('dependency-cruiser').DependencyType[]} */
const NODE = ['core'];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const rules = PARTS.flatMap(({ of, project, packages = [], node = false }, at) => {
  const before = PARTS.slice(0, at).filter((part) => part.of.startsWith(`${of}/`));
  const from = { path: within([of]), pathNot: before.map((part) => within([part.of])) };
  const named = packages === ANY ? [PACKAGE] : packages.map((name) => ofPackages([escaped(name)]));
  return [
    { name: `${of}: project`, severity, from, to: { path: SOURCE, pathNot: within(project) } },
    { name: `${of}: packages`, severity, from, to: { path: PACKAGE, pathNot: named } },
    ...(node ? [] : [{ name: `${of}: node`, severity, from, to: { dependencyTypes: NODE } }]),
  ];
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...rules,
    {
      name: 'a part without a rule',
      severity,
      from: { path: '^lib/', pathNot: within(PARTS.map(({ of }) => of)) },
      to: {},
    },
    {
      name: 'SQL outside of data',
      severity,
      from: { pathNot: within(['lib/data', 'lib/container']) },
      to: { path: ofPackages(SQL) },
    },
    {
      name: 'SQLite not by driver.mjs',
      severity,
      from: { pathNot: within(['lib/data/sqlite/driver']) },
      to: { path: ofPackages(DRIVERS) },
    },
    {
      name: 'more of the tables than their type',
      severity,
      from: { path: within(['lib/ports']) },
      to: { path: within(['lib/data']), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the form of keys where a browser gets it: zlib is not there',
      severity,
      from: { pathNot: within(['lib/api', 'lib/auth', 'lib/contract/faults/key']) },
      to: { path: within(['lib/domain/keys/key-text', 'lib/contract/faults/key']) },
    },
    { name: 'a cycle', severity, from: {}, to: { circular: true } },
    // The subjects of the domain meet in the bot's account: none of its folders is below the others, only its files are.
    // The ports name the type of the tables, and what opens the database implements ports.
    {
      name: 'a cycle of folders',
      severity,
      scope: 'folder',
      from: { pathNot: '^lib/(domain/|(ports|data|data/tables)$)' },
      to: { circular: true },
    },
    { name: 'a name that does not resolve', severity, from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^dist/', '^\\.next/'] },
    // Types too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'types'],
    },
  },
};
