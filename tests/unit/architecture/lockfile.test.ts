import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Locked = {
  version?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
  engines?: { node?: string };
  gypfile?: boolean;
};
const packages: Record<string, Locked> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;

test('the lockfile has the binaries of every platform, so that npm ci works on all of them', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => {
      const nested = packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`];
      return (nested ?? packages[`node_modules/${name}`])?.version === undefined;
    }),
  );
  expect(missing).toEqual([]);
});

test('the lockfile names no registry', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

test('npm compiles no SQLite driver on Node.js 22 and later', () => {
  const found = {
    'better-sqlite3': packages['node_modules/better-sqlite3']?.gypfile,
    'better-sqlite3-node20': packages['node_modules/better-sqlite3-node20']?.engines?.node,
  };
  expect(found, 'npm has rewritten the lockfile: put back the lines that lib/decisions/0014 names').toEqual({
    'better-sqlite3': false,
    'better-sqlite3-node20': '20.x',
  });
});
