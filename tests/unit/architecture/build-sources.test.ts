import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SOURCES } from '@/lib/build/build.mjs';

/** Written by Next, or read by the tests alone. */
const NOT_BUILT_FROM = ['next-env.d.ts', 'vitest.config.ts'];

test('every program at the top of the project is one that a build is known to be made from', () => {
  const programs = readdirSync('.').filter(
    (name) => /\.(ts|mjs)$/.test(name) && !NOT_BUILT_FROM.includes(name),
  );
  expect(programs).toContain('proxy.ts');
  expect(programs.filter((name) => !SOURCES.includes(name))).toEqual([]);
});
