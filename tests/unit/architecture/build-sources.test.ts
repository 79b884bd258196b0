import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
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

test('npm start loads no package before the server: the build runs in its own process', () => {
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
