import { describe, expect, it } from 'vitest';
import { findFaults, PARTS, projectSources } from './rules';

const ROOT = new URL('../../..', import.meta.url).pathname;

describe('imports go one way: app → components → lib, and in lib domain ← contract ← services ← adapters', () => {
  it('in every source of the project', () => {
    expect(findFaults(projectSources(ROOT))).toEqual([]);
  });

  it('and the sources are really read: the core is among them', () => {
    const paths = projectSources(ROOT).map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'lib/domain/decide.ts',
        'lib/services/ports.ts',
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

describe('a wrong import is found', () => {
  it.each([
    ['lib/domain/x.ts', "import { z } from 'zod';"],
    ['lib/domain/x.ts', "import { readFileSync } from 'node:fs';"],
    ['lib/domain/x.ts', "import { readFileSync } from 'fs';"],
    ['lib/domain/x.ts', "import type { Store } from '@/lib/services/ports';"],
    ['lib/domain/x.ts', "import type { Store } from '../services/ports';"],
    ['lib/contract/x.ts', "import { done } from '@/lib/services/result';"],
    ['lib/contract/x.ts', "import { randomUUID } from 'node:crypto';"],
    ['lib/services/x.ts', "import { secrets } from '@/lib/auth/secrets';"],
    ['lib/services/x.ts', "import { z } from 'zod';"],
    ['lib/services/x.ts', "import { createHash } from 'node:crypto';"],
    ['lib/services/x.ts', "import { container } from '../container';"],
    ['lib/data/x.ts', "import { failure } from '@/lib/http/reply';"],
    ['lib/data/x.ts', "import { container } from '@/lib/container';"],
    ['lib/http/x.ts', "import { SqliteStore } from '@/lib/data/sqlite/store';"],
    ['lib/http/x.ts', "import { passwords } from '../auth/passwords';"],
    ['lib/auth/x.ts', "import { container } from '@/lib/container';"],
    ['lib/auth/x.ts', "import { Kysely } from 'kysely';"],
    ['lib/cli/x.ts', "import { SqliteStore } from '@/lib/data/sqlite/store';"],
    ['lib/server/x.ts', "import Database from 'better-sqlite3';"],
    ['lib/queries/x.ts', "import { findBot } from '@/lib/services/find-bot';"],
    ['lib/view/x.ts', "import { createElement } from 'react';"],
    ['lib/client/x.ts', "import { PLANS } from '@/lib/domain/plan';"],
    ['lib/client/x.ts', "import { PLANS } from '../domain/plan';"],
    ['components/x.tsx', "import { container } from '@/lib/container';"],
    ['components/x.tsx', "import type { Env } from '@/lib/env';"],
    ['components/x.tsx', "import { findBot } from '@/lib/services/find-bot';"],
    ['components/x.tsx', "import { secrets } from '@/lib/auth/secrets';"],
    ['components/x.tsx', "import { saveBot } from '@/app/actions/bots';"],
    ['app/x.ts', "import { sql } from 'kysely';"],
    ['app/x.ts', "import { world } from '@/tests/support/site';"],
    ['lib/domain/x.ts', "export { z } from 'zod';"],
    ['lib/domain/x.ts', "export * from '@/lib/services/ports';"],
    ['lib/domain/x.ts', "const z = await import('zod');"],
    ['lib/domain/x.ts', 'const z = await import(name);'],
    ['lib/domain/x.ts', "const z = require('zod');"],
    ['lib/domain/x.ts', "type S = import('@/lib/services/ports').Store;"],
    ['lib/domain/x.ts', "import '../http/api';"],
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
    for (const path of ['lib/domain/x.ts', 'lib/services/x.ts']) {
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
    ['lib/data/x.ts', "import { Kysely } from 'kysely'; import type { Store } from '@/lib/services/ports';"],
    [
      'lib/container.ts',
      "import { SqliteStore } from './data/sqlite/store'; import { createApi } from './http/api';",
    ],
    ['lib/server/x.ts', "import { container } from '@/lib/container'; import next from 'next';"],
    [
      'components/x.tsx',
      "import type { Bot } from '@/lib/services/ports'; import { useState } from 'react';",
    ],
    [
      'app/x.tsx',
      "import { Gauge } from '@/components/quota/gauge'; import { container } from '@/lib/container';",
    ],
  ])('and a right one is not: %s: %s', (path, text) => {
    expect(findFaults([{ path, text }])).toEqual([]);
  });
});
