import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SOURCES } from '@/lib/build/project.mjs';

/** Written by Next, or read only by the tests. */
const NOT_BUILT_FROM = ['next-env.d.ts', 'vitest.config.ts'];

test('SOURCES has every program at the top of the project', () => {
  const programs = readdirSync('.').filter(
    (name) => /\.(ts|mjs)$/.test(name) && !NOT_BUILT_FROM.includes(name),
  );
  expect(programs).toContain('proxy.ts');
  expect(programs.filter((name) => !SOURCES.includes(name))).toEqual([]);
});
