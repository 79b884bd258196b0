import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MUTATIONS } from '@/tests/fault/mutations/mutations.mjs';

/** Checks that the seeded defects of `npm run test:mutations` still apply to the sources. */

describe.each(MUTATIONS)('the seeded defect “$name”', ({ edits, suite, test }) => {
  it.each(edits)('applies exactly once in $file', ({ file, find, replace }) => {
    expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
  });

  it('names a test that exists', () => {
    expect(existsSync(suite)).toBe(true);
    expect(readFileSync(suite, 'utf8').split(`'${test}'`)).toHaveLength(2);
  });
});

it('each guarantee has its own defect', () => {
  const names = MUTATIONS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const wanted = [
    'no transaction',
    'check-then-act',
    'synchronous=OFF',
    'answer before commit',
    'quota check outside',
  ];
  for (const guarantee of wanted) expect(names.filter((name) => name.startsWith(guarantee))).toHaveLength(1);
});
