import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const ROOT = new URL('../../..', import.meta.url).pathname;

const from = (module: string) => `import '@/${module}';`;
/** A folder, a source in it, and the rule that it breaks. */
const WRONG: readonly (readonly [folder: string, source: string, rule: string])[] = [
  ...[
    'lib/domain lib/contract/y|lib/contract lib/services/y|lib/ports lib/services/y|lib/services lib/data/y|lib/services components/ui/y',
    'lib/data lib/services/y|lib/api lib/jobs/y|lib/delivery lib/auth/y|lib/cli lib/server/y|lib/server lib/data/y|lib/server app/y',
    'lib/queries lib/api/y|components lib/services/y|components lib/actions/helper|components lib/session/y|components/ui components/bot/y',
    'components/ui lib/domain/y|components/ui lib/queries/y|components/ui lib/view/y|components/ui lib/actions/y|lib/actions lib/data/y',
    'lib/actions lib/api/y|lib/actions lib/container|lib/session lib/actions/y|app lib/container|app lib/data/y|app tests/y',
  ].flatMap((line) =>
    line.split('|').map((one): readonly [string, string, string] => {
      const [folder = '', module = ''] = one.split(' ');
      return [folder, from(module), `${folder}: project`];
    }),
  ),
  ['lib/ports', "import type { Y } from '@/lib/data/tables/tables';", 'lib/ports: project'],
  ['lib/ports/ports', "import { y } from '@/lib/data/tables/tables';", 'more of the tables than their type'],
  ['lib/services', "import type { Y } from '@/lib/data/tables/tables';", 'lib/services: project'],
  ['lib/utils', from('lib/domain/y'), 'a part without a rule'],
  // Packages and Node's modules
  ['lib/domain', "import { z } from 'zod';", 'lib/domain: packages'],
  ['lib/ports', "import type { Kysely } from 'kysely';", 'SQL outside of data'],
  ['lib/data', "import Database from 'better-sqlite3';", 'SQLite not by driver.mjs'],
  ['app', "import { sql } from 'kysely';", 'SQL outside of data'],
  ['lib/services', "import { createHash } from 'node:crypto';", 'lib/services: node'],
  ['components', "import { readFile } from 'fs/promises';", 'components: node'],
  // Relative and indirect paths, and every syntax of an import
  ['lib/client', "import { PLANS } from '../domain/y';", 'lib/client: project'],
  ['app', "import { y } from '@/app/../lib/data/y';", 'app: project'],
  ['lib/domain', "export * from '@/lib/ports/y';", 'lib/domain: project'],
  ['lib/domain', "export const z = await import('zod');", 'lib/domain: packages'],
  ['lib/domain', "export const z = require('zod');", 'lib/domain: packages'],
  ['lib/domain', "export type S = import('@/lib/ports/y').S;", 'lib/domain: project'],
  ['lib/domain', "import './does-not-exist';", 'a name that does not resolve'],
];

const RIGHT = [
  ['lib/contract', "import { z } from 'zod'; import '@/lib/domain/y'; export default z;"],
  ['lib/services', "import '@/lib/contract/y'; import './y';"],
  ['lib/ports/ports', "import type { Y } from '@/lib/data/tables/tables';"],
  ['lib/data', "import { Kysely } from 'kysely'; import type { Y } from '@/lib/ports/y'; import 'node:fs';"],
  ['lib/server', "import '@/lib/container'; import next from 'next'; import 'node:fs';"],
  ['components', "import type { Y } from '@/lib/domain/y'; import { useState } from 'react';"],
  ['components', "import '@/lib/actions/y';"],
  ['lib/actions', "import '@/lib/session/y'; import '@/lib/services/y';"],
  ['app', "import '@/components/bot/y'; import '@/lib/session/y';"],
] as const;

const folder = mkdtempSync(join(tmpdir(), 'botmeter-imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** What a program of node_modules prints about the small project. */
function run(program: string, args: readonly string[]): string {
  const script = join(ROOT, 'node_modules', program);
  return spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  }).stdout;
}

/** The names of the rules that each file of a small project breaks. */
function brokenRules(files: Readonly<Record<string, string>>): Map<string, string[]> {
  write(files);
  const config = join(ROOT, 'tests/unit/architecture/imports.mjs');
  const args = ['--config', config, '-T', 'json', 'app', 'components', 'lib'];
  const { violations } = JSON.parse(run('dependency-cruiser/bin/dependency-cruise.mjs', args)).summary as {
    violations: { from: string; rule: { name: string } }[];
  };
  const found = new Map<string, string[]>();
  for (const { from, rule } of violations) found.set(from, [...(found.get(from) ?? []), rule.name]);
  return found;
}

it('every wrong import is found, of every syntax, and cycles of files and folders; right ones are not', () => {
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const y = 'export const y = 1; export type Y = 1; export type S = 1; export const PLANS = 1;';
  const parts = 'domain contract ports services data api jobs auth server session queries view'.split(' ');
  const others =
    'lib/actions/helper.ts lib/data/tables/tables.ts lib/container.ts components/ui/y.tsx components/bot/y.tsx app/y.ts tests/y.ts';
  const targets = [...parts.map((part) => `lib/${part}/y.ts`), ...others.split(' ')];
  const resolution = { module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx' };
  const found = brokenRules({
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...resolution, paths: { '@/*': ['./*'] } } }),
    ...Object.fromEntries(targets.map((path) => [path, y])),
    'lib/actions/y.ts': `'use server';\n${y}`,
    ...Object.fromEntries(WRONG.map(([part, text], at) => [`${part}/wrong-${at}.ts`, text])),
    ...Object.fromEntries(RIGHT.map(([part, text], at) => [`${part}/right-${at}.ts`, text])),
    'lib/view/a.ts': "import type { B } from './b'; export type A = B;",
    'lib/view/b.ts': "import type { A } from './a'; export type B = A;",
    'lib/api/one/x.ts': "import '../two/x';",
    'lib/api/two/x.ts': '',
    'lib/api/two/z.ts': "import '../one/z';",
    'lib/api/one/z.ts': '',
  });
  for (const [at, [part, text, rule]] of WRONG.entries()) {
    expect([text, found.get(`${part}/wrong-${at}.ts`)]).toEqual([text, expect.arrayContaining([rule])]);
  }
  for (const [at, [part, text]] of RIGHT.entries()) {
    expect([text, found.get(`${part}/right-${at}.ts`)]).toEqual([text, undefined]);
  }
  expect(found.get('lib/view/a.ts')).toEqual(['a cycle']);
  expect(found.get('lib/api/one')).toEqual(['a cycle of folders']);
});

/** What Biome refuses in every pure part. */
const IMPURE =
  'Date.now()|export const f = Date.now;|new Date().toISOString()|+new Date|Date()|Math.random()|performance.now()|crypto.randomUUID()' +
  "|process.env.X|await import(name)|setTimeout(() => {}, 1)|globalThis['Date']";

const LINES = (count: number) => 'export {};\n'.repeat(count);

/** Each file of a small project that Biome refuses. */
const REFUSED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['domain', 'ports', 'services'].flatMap((part) =>
      IMPURE.split('|').map((text, at) => [`lib/${part}/impure-${at}.ts`, `const name = 'x';\n${text};`]),
    ),
  ),
  'app/computed.ts': "export const load = (name: string) => import('./' + name);",
  'lib/api/computed.ts': 'export const load = (name: string) => require(name);',
  'components/long.tsx': LINES(301),
};

const PURE: Readonly<Record<string, string>> = {
  'lib/domain/at.ts': 'export const at = (ms: number) => new Date(ms);',
  'lib/domain/text.ts': '// Date.now() and Math.random()\nexport const text = "Date.now()";',
  'lib/domain/member.ts': 'export type T = { process: string }; export const f = (t: T) => t.process;',
  'lib/api/now.ts': "export const now = Date.now(); export const x = import('./x');",
  'lib/build/load.mjs': 'export const load = (/** @type {string} */ name) => import(name);',
  'components/not-long.tsx': LINES(300),
};

it('Biome refuses an impurity of domain, ports and services, an import of a computed name and a long file', () => {
  rmSync(join(folder, 'lib'), { recursive: true, force: true });
  const settings = ['biome.json', 'clock.grit', 'computed-import.grit'].map((name) =>
    name.endsWith('.grit') ? `tests/unit/architecture/${name}` : name,
  );
  write(Object.fromEntries(settings.map((name) => [name, readFileSync(join(ROOT, name), 'utf8')])));
  write({ ...REFUSED, ...PURE });
  const args = 'lint --vcs-enabled=false --max-diagnostics=none --reporter=json app components lib'.split(
    ' ',
  );
  const { diagnostics } = JSON.parse(run('@biomejs/biome/bin/biome', args)) as {
    diagnostics: { category: string; location: { path: string } }[];
  };
  const ours = /^(plugin|lint\/style\/(noRestrictedGlobals|noExcessiveLinesPerFile))$/;
  const refused = diagnostics
    .filter(({ category }) => ours.test(category))
    .map(({ location }) => location.path);
  expect([...new Set(refused)].sort()).toEqual(Object.keys(REFUSED).sort());
});
