import { describe, expect, it } from 'vitest';
import { findFaults, projectSources } from './rules';

const ROOT = new URL('../../..', import.meta.url).pathname;

it('every source imports in one direction: app → components → lib, domain ← contract ← services ← adapters', () => {
  const sources = projectSources(ROOT);
  expect(findFaults(sources)).toEqual([]);
  for (const folder of ['lib/domain', 'lib/data', 'lib/http', 'lib/cli', 'components', 'app']) {
    expect(sources.filter(({ path }) => path.startsWith(`${folder}/`)).length).toBeGreaterThan(3);
  }
});

it.each([
  ['lib/domain/x.ts', 'lib/contract/y'],
  ['lib/contract/x.ts', 'lib/services/y'],
  ['lib/ports/x.ts', 'lib/services/y'],
  ['lib/services/x.ts', 'lib/data/y'],
  ['lib/data/x.ts', 'lib/services/y'],
  ['lib/http/x.ts', 'lib/jobs/y'],
  ['lib/delivery/x.ts', 'lib/services/y'],
  ['lib/delivery/x.ts', 'lib/auth/y'],
  ['lib/cli/x.ts', 'lib/server/y'],
  ['lib/server/x.ts', 'lib/data/y'],
  ['lib/queries/x.ts', 'lib/http/y'],
  ['components/bot/x.tsx', 'lib/services/y'],
  ['app/x.ts', 'lib/data/y'],
  ['lib/services/x.ts', 'components/ui/y'],
  ['lib/view/x.ts', 'components/ui/y'],
  ['lib/server/x.ts', 'app/actions/act'],
  ['lib/container.ts', 'app/actions/act'],
  ['components/bot/x.tsx', 'app/actions/act'],
  ['components/ui/x.tsx', 'components/bot/gauge'],
  ['components/ui/x.tsx', 'lib/domain/quota'],
  ['components/ui/x.tsx', 'lib/contract/bot-view'],
  ['lib/domain/x.ts', 'tests/support/site'],
  ['app/x.ts', 'tests/support/site'],
])('%s must not import %s', (path, name) => {
  expect(findFaults([{ path, text: `import '@/${name}';` }])).toEqual([`${path} must not import ${name}`]);
});

it('a new folder of lib needs a rule', () => {
  expect(findFaults([{ path: 'lib/utils/x.ts', text: '' }])).toEqual(['lib/utils/x.ts belongs to no part']);
});

describe('a wrong import is found', () => {
  it.each([
    // Packages and Node's modules
    ['lib/domain', "import { z } from 'zod';"],
    ['lib/domain', "import { readFileSync } from 'node:fs';"],
    ['lib/domain', "import { readFileSync } from 'fs';"],
    ['lib/contract', "import { randomUUID } from 'node:crypto';"],
    ['lib/ports', "import type { Kysely } from 'kysely';"],
    ['lib/services', "import { z } from 'zod';"],
    ['lib/services', "import { createHash } from 'node:crypto';"],
    ['lib/auth', "import { Kysely } from 'kysely';"],
    ['lib/server', "import Database from 'better-sqlite3';"],
    ['lib/view', "import { createElement } from 'react';"],
    ['app', "import { sql } from 'kysely';"],
    ['components', "import { gzipSync } from 'zlib';"],
    ['components', "import { readFile } from 'fs/promises';"],
    // Relative and indirect paths
    ['lib/domain', "import type { Store } from '../ports/store';"],
    ['lib/services', "import { container } from '../container';"],
    ['lib/http', "import { passwords } from '../auth/passwords';"],
    ['lib/client', "import { PLANS } from '../domain/plan';"],
    ['app', "import { SqliteStore } from '@/app/../lib/data/sqlite/store';"],
    ['app', "import { SqliteStore } from '@/lib/http/../data/sqlite/store';"],
    ['app', "import { SqliteStore } from '../lib/data/sqlite/store';"],
    // Every syntax of an import
    ['lib/domain', "export { z } from 'zod';"],
    ['lib/domain', "export * from '@/lib/ports/store';"],
    ['lib/domain', "const z = await import('zod');"],
    ['lib/domain', 'const z = await import(name);'],
    ['lib/domain', "const z = require('zod');"],
    ['lib/domain', "type S = import('@/lib/ports/store').Store;"],
    ['lib/domain', "import '../http/api';"],
    ['lib/domain', "import api = require('../http/api');"],
  ])('%s: %s', (folder, text) => {
    const faults = findFaults([{ path: `${folder}/x.ts`, text }]);
    expect(faults).toEqual([expect.stringMatching(/^\S+ must not import /)]);
  });

  it.each([
    ...['Date.now()', 'export const f = Date.now;', 'new Date().toISOString()', '+new Date', 'Date()'],
    ...['Math.random()', 'performance.now()', 'crypto.randomUUID()', 'process.env.X'],
    ...['setTimeout(() => {}, 1)', "globalThis['Date']"],
  ])('and an impurity of domain, ports and services: %s', (text) => {
    for (const path of ['lib/domain/x.ts', 'lib/ports/x.ts', 'lib/services/x.ts']) {
      expect(findFaults([{ path, text }]).length).toBeGreaterThan(0);
    }
  });

  it.each([
    ['lib/domain/x.ts', "import { PLANS } from './plan'; export const at = (ms: number) => new Date(ms);"],
    ['lib/domain/x.ts', '// Date.now() and Math.random() in a comment\nexport const text = "Date.now()";'],
    ['lib/domain/x.ts', 'export type T = { process: string }; export const f = (t: T) => t.process;'],
    ['lib/contract/x.ts', "import { z } from 'zod'; import { PLANS } from '@/lib/domain/plan';"],
    ['lib/services/x.ts', "import { check } from '@/lib/contract/report-body'; import './result';"],
    ['lib/data/x.ts', "import { Kysely } from 'kysely'; import type { Store } from '@/lib/ports/store';"],
    ['lib/container.ts', "import { SqliteStore } from './data/sqlite/store'; import './http/api';"],
    ['lib/server/x.ts', "import { container } from '@/lib/container'; import next from 'next';"],
    ['components/x.tsx', "import type { Bot } from '@/lib/domain/bot'; import { useState } from 'react';"],
    ['app/x.tsx', "import { Gauge } from '@/components/bot/gauge'; import '@/lib/container';"],
  ])('but not a right one: %s: %s', (path, text) => {
    expect(findFaults([{ path, text }])).toEqual([]);
  });
});
