import { describe, expect, it } from 'vitest';
import { findFaults, PARTS, projectSources } from './rules';

const ROOT = new URL('../../..', import.meta.url).pathname;

const ADAPTERS = ['data', 'http', 'auth', 'jobs', 'cli'];
const ABOVE = ['server', 'container', 'demo', 'env'];
const others = (adapter: string) => ADAPTERS.filter((each) => each !== adapter);

describe('imports go one way: app → components → lib, and in lib domain ← contract ← services ← adapters', () => {
  it('in every source of the project', () => {
    expect(findFaults(projectSources(ROOT))).toEqual([]);
  });

  it('and the sources are really read: the core is among them', () => {
    const paths = projectSources(ROOT).map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'lib/domain/decide.ts',
        'lib/ports/store.ts',
        'lib/container.ts',
        'app/layout.tsx',
      ]),
    );
    for (const { of } of PARTS.filter((part) =>
      ['lib/data', 'lib/http', 'lib/cli', 'app'].includes(part.of),
    )) {
      expect(paths.filter((path) => path.startsWith(`${of}/`)).length).toBeGreaterThan(3);
    }
  });
});

/** Parts of lib, each with those that it must not know: all that design and README do not name for it. */
const FORBIDDEN: Record<string, readonly string[]> = {
  'lib/domain': ['contract', 'ports', 'services', ...ADAPTERS, ...ABOVE, 'view', 'queries', 'client'],
  'lib/contract': ['ports', 'services', ...ADAPTERS, ...ABOVE, 'view', 'queries', 'client'],
  'lib/ports': ['services', ...ADAPTERS, ...ABOVE, 'view', 'queries', 'client'],
  'lib/services': [...ADAPTERS, ...ABOVE, 'view', 'queries', 'client'],
  'lib/data': ['services', ...others('data'), ...ABOVE, 'view', 'queries', 'client'],
  'lib/http': [...others('http'), ...ABOVE, 'view', 'queries', 'client'],
  'lib/auth': [...others('auth'), ...ABOVE, 'view', 'queries', 'client'],
  'lib/jobs': [...others('jobs'), ...ABOVE, 'view', 'queries', 'client'],
  'lib/cli': [...others('cli'), 'server', 'demo', 'view', 'queries', 'client'],
  'lib/server': ['data', 'cli', 'demo', 'view', 'queries', 'client'],
  'lib/container': ['cli', 'server', 'demo', 'view', 'queries', 'client'],
  'lib/view': ['ports', 'services', ...ADAPTERS, ...ABOVE, 'queries', 'client'],
  'lib/queries': ['ports', 'services', ...ADAPTERS, ...ABOVE, 'client'],
  'lib/client': ['domain', 'contract', 'ports', 'services', ...ADAPTERS, ...ABOVE, 'view', 'queries'],
  'lib/build': ['domain', 'contract', 'services', ...ADAPTERS, ...ABOVE, 'view', 'queries', 'client'],
  'components/bot': ['ports', 'services', ...ADAPTERS, ...ABOVE, 'client'],
  app: ['data', 'cli', 'jobs', 'server', 'demo', 'env', 'build', 'queries', 'client'],
  proxy: ['domain', 'services', 'data', 'auth', ...ABOVE],
};

describe('each forbidden direction', () => {
  it.each(
    Object.entries(FORBIDDEN).flatMap(([part, forbidden]) => forbidden.map((name) => [part, `lib/${name}`])),
  )('%s → %s', (part, name) => {
    const path = ['lib/container', 'proxy'].includes(part) ? `${part}.ts` : `${part}/x.ts`;
    const imported = ['lib/container', 'lib/env'].includes(name) ? name : `${name}/y`;
    for (const text of [`import { y } from '@/${imported}';`, `import type { Y } from '@/${imported}';`]) {
      expect(findFaults([{ path, text }])).toEqual([`${path} must not import ${imported}`]);
    }
  });

  it.each([
    ['lib/services/x.ts', 'components/ui/y'],
    ['lib/view/x.ts', 'components/ui/y'],
    ['lib/server/x.ts', 'app/actions/act'],
    ['lib/container.ts', 'app/actions/act'],
    ['components/bot/x.tsx', 'app/actions/act'],
    ['components/ui/x.tsx', 'components/bot/gauge'],
    ['components/ui/x.tsx', 'lib/domain/quota'],
    ['components/ui/x.tsx', 'lib/contract/bot-view'],
    ['lib/domain/x.ts', 'tests/support/site'],
  ])('%s → %s', (path, name) => {
    expect(findFaults([{ path, text: `import '@/${name}';` }])).toEqual([`${path} must not import ${name}`]);
  });

  it('a new folder of lib has no rights until it has a rule', () => {
    expect(findFaults([{ path: 'lib/utils/x.ts', text: '' }])).toEqual(['lib/utils/x.ts belongs to no part']);
  });
});

describe('a wrong import is found', () => {
  it.each([
    ['lib/domain/x.ts', "import { z } from 'zod';"],
    ['lib/domain/x.ts', "import { readFileSync } from 'node:fs';"],
    ['lib/domain/x.ts', "import { readFileSync } from 'fs';"],
    ['lib/domain/x.ts', "import type { Store } from '@/lib/ports/store';"],
    ['lib/domain/x.ts', "import type { Store } from '../ports/store';"],
    ['lib/contract/x.ts', "import { done } from '@/lib/services/result';"],
    ['lib/contract/x.ts', "import { randomUUID } from 'node:crypto';"],
    ['lib/services/x.ts', "import { secrets } from '@/lib/auth/secrets';"],
    ['lib/services/x.ts', "import { z } from 'zod';"],
    ['lib/ports/x.ts', "import { done } from '@/lib/services/result';"],
    ['lib/ports/x.ts', "import type { Kysely } from 'kysely';"],
    ['lib/data/x.ts', "import { findBot } from '@/lib/services/bots/find';"],
    ['lib/services/x.ts', "import { createHash } from 'node:crypto';"],
    ['lib/services/x.ts', "import { container } from '../container';"],
    ['lib/data/x.ts', "import { failure } from '@/lib/http/reply';"],
    ['lib/data/x.ts', "import { container } from '@/lib/container';"],
    ['lib/http/x.ts', "import { SqliteStore } from '@/lib/data/sqlite/store';"],
    ['lib/http/x.ts', "import { passwords } from '../auth/passwords';"],
    ['lib/jobs/x.ts', "import { container } from '@/lib/container';"],
    ['lib/jobs/x.ts', "import { SqliteStore } from '@/lib/data/sqlite/store';"],
    ['lib/auth/x.ts', "import { container } from '@/lib/container';"],
    ['lib/auth/x.ts', "import { Kysely } from 'kysely';"],
    ['lib/cli/x.ts', "import { SqliteStore } from '@/lib/data/sqlite/store';"],
    ['lib/server/x.ts', "import Database from 'better-sqlite3';"],
    ['lib/queries/x.ts', "import { findBot } from '@/lib/services/bots/find';"],
    ['lib/view/x.ts', "import { createElement } from 'react';"],
    ['lib/client/x.ts', "import { PLANS } from '@/lib/domain/plan';"],
    ['lib/client/x.ts', "import { PLANS } from '../domain/plan';"],
    ['components/x.tsx', "import { container } from '@/lib/container';"],
    ['components/x.tsx', "import type { Env } from '@/lib/env';"],
    ['components/x.tsx', "import { findBot } from '@/lib/services/bots/find';"],
    ['components/x.tsx', "import { secrets } from '@/lib/auth/secrets';"],
    ['components/x.tsx', "import { saveBot } from '@/app/actions/bots';"],
    ['app/x.ts', "import { sql } from 'kysely';"],
    ['app/x.ts', "import { world } from '@/tests/support/site';"],
    ['lib/domain/x.ts', "export { z } from 'zod';"],
    ['lib/domain/x.ts', "export * from '@/lib/ports/store';"],
    ['lib/domain/x.ts', "const z = await import('zod');"],
    ['lib/domain/x.ts', 'const z = await import(name);'],
    ['lib/domain/x.ts', "const z = require('zod');"],
    ['lib/domain/x.ts', "type S = import('@/lib/ports/store').Store;"],
    ['lib/domain/x.ts', "import '../http/api';"],
    ['lib/domain/x.ts', "import api = require('../http/api');"],
    ['app/x.ts', "import { SqliteStore } from '@/app/../lib/data/sqlite/store';"],
    ['app/x.ts', "import { SqliteStore } from '@/lib/http/../data/sqlite/store';"],
    ['app/x.ts', "import { SqliteStore } from '../lib/data/sqlite/store';"],
    ['components/x.tsx', "import { gzipSync } from 'zlib';"],
    ['components/x.tsx', "import { readFile } from 'fs/promises';"],
  ])('%s: %s', (path, text) => {
    expect(findFaults([{ path, text }])).toEqual([expect.stringMatching(/^\S+ must not import /)]);
  });

  it.each([
    ['Date.now()', 'export const f = () => Date.now();'],
    ['Date.now, handed on', 'export const f = Date.now;'],
    ['new Date()', 'export const f = () => new Date().toISOString();'],
    ['new Date', 'export const f = () => +new Date;'],
    ['Date()', 'export const f = () => Date();'],
    ['Math.random()', 'export const f = () => Math.random();'],
    ['performance.now()', 'export const f = () => performance.now();'],
    ['crypto', 'export const f = () => crypto.randomUUID();'],
    ['process', 'export const f = () => process.env.X;'],
    ['setTimeout', 'setTimeout(() => {}, 1);'],
    ['globalThis', "export const f = () => globalThis['Date'];"],
  ])('an impurity of the domain and the services: %s', (_, text) => {
    for (const path of ['lib/domain/x.ts', 'lib/ports/x.ts', 'lib/services/x.ts']) {
      expect(findFaults([{ path, text }]).length).toBeGreaterThan(0);
    }
  });

  it.each([
    ['lib/domain/x.ts', "import { PLANS } from './plan'; export const at = (ms: number) => new Date(ms);"],
    [
      'lib/domain/x.ts',
      '// Date.now() and Math.random() are told of here\nexport const text = "Date.now()";',
    ],
    ['lib/domain/x.ts', 'export type T = { process: string }; export const f = (t: T) => t.process;'],
    ['lib/contract/x.ts', "import { z } from 'zod'; import { PLANS } from '@/lib/domain/plan';"],
    [
      'lib/services/x.ts',
      "import { check } from '@/lib/contract/report-body'; import { done } from './result';",
    ],
    ['lib/data/x.ts', "import { Kysely } from 'kysely'; import type { Store } from '@/lib/ports/store';"],
    [
      'lib/container.ts',
      "import { SqliteStore } from './data/sqlite/store'; import { createApi } from './http/api';",
    ],
    ['lib/server/x.ts', "import { container } from '@/lib/container'; import next from 'next';"],
    ['components/x.tsx', "import type { Bot } from '@/lib/domain/bot'; import { useState } from 'react';"],
    [
      'app/x.tsx',
      "import { Gauge } from '@/components/bot/gauge'; import { container } from '@/lib/container';",
    ],
  ])('and a right one is not: %s: %s', (path, text) => {
    expect(findFaults([{ path, text }])).toEqual([]);
  });
});
