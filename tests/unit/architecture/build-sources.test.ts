import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { SOURCES } from '@/lib/build/project.mjs';

/** Written by Next, or read by the tests alone. */
const NOT_BUILT_FROM = ['next-env.d.ts', 'vitest.config.ts'];

test('every program at the top of the project is one that a build is known to be made from', () => {
  const programs = readdirSync('.').filter(
    (name) => /\.(ts|mjs)$/.test(name) && !NOT_BUILT_FROM.includes(name),
  );
  expect(programs).toContain('proxy.ts');
  expect(programs.filter((name) => !SOURCES.includes(name))).toEqual([]);
});

test('npm start loads no compiler into the server: the build is a process of its own', () => {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const follow = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^import .* from '(.+)';$/gm)) {
      if (name.startsWith('.')) follow(posix.join(posix.dirname(file), name));
      else if (!name.startsWith('node:')) packages.add(name);
    }
  };
  follow('lib/build/start.mjs');
  expect([...seen]).toContain('lib/build/ensure-built.mjs');
  expect([...packages]).toEqual([]);
});
