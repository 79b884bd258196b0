import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildPages } from '@/lib/build/pages.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botmeter-build-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Builds with a command that notes how it was called, and ends as the statements `ends` say, in the order of the calls. */
function built(memory: number, ...ends: readonly string[]) {
  const [program, notes] = [join(folder, 'build.cjs'), join(folder, 'notes')];
  writeFileSync(
    program,
    `const { appendFileSync, existsSync, readFileSync } = require('node:fs');
     const notes = ${JSON.stringify(notes)};
     const calls = existsSync(notes) ? readFileSync(notes, 'utf8').split('\\n').length - 1 : 0;
     appendFileSync(notes, [...process.argv.slice(2), process.env.NODE_OPTIONS].join(' ').trim() + '\\n');
     [${ends.map((end) => `() => { ${end} }`).join()}][calls]();`,
  );
  const said: string[] = [];
  let failed = '';
  try {
    buildPages({ memory, command: [process.execPath, program], say: (line) => said.push(line) });
  } catch (error) {
    failed = (error as Error).message;
  }
  const calls = existsSync(notes) ? readFileSync(notes, 'utf8').trimEnd().split('\n') : [];
  return { calls, said, failed };
}

const KILLED = "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);";
const HEAP_IS_FULL = KILLED.replace('SIGKILL', 'SIGABRT');
const OTHERWISE = 'process.exit(1);';
const DONE = 'process.exit(0);';

it('with enough memory Turbopack builds, with the options of the environment alone', () => {
  expect(built(1_800, DONE)).toEqual({ calls: [''], said: [], failed: '' });
});

it.each([
  [1_799, 1_000],
  [1_024, 624],
  [1_000, 600],
])('with %i MB webpack builds with a heap of %i MB', (memory, heap) => {
  const calls = [`--webpack --max-old-space-size=${heap}`];
  expect(built(memory, DONE)).toEqual({ calls, said: [], failed: '' });
});

it('a build by Turbopack that was killed is followed by one by webpack, and a line says why', () => {
  const { calls, said, failed } = built(2_000, KILLED, DONE);
  expect(calls).toEqual(['', '--webpack --max-old-space-size=1000']);
  expect(said).toEqual([expect.stringMatching(/^The build was killed, probably for its memory\./)]);
  expect(failed).toBe('');
});

it.each([
  ['killed', KILLED],
  ['ended by V8', HEAP_IS_FULL],
])('when webpack is %s too, the error says what is needed and what there is', (_, end) => {
  expect(built(2_000, end, end).failed).toMatch(
    /^The build was killed: a build needs about 1000 MB of memory, and this machine has 2000 MB\./,
  );
});

it('a machine that is too small is named before anything starts, and tries', () => {
  const { calls, said, failed } = built(512, KILLED);
  expect(calls).toEqual(['--webpack --max-old-space-size=600']);
  expect(said).toEqual([
    expect.stringMatching(
      /^The build may be killed: a build needs about 1000 MB .* this machine has 512 MB\./,
    ),
  ]);
  expect(failed).toMatch(/^The build was killed: .* has 512 MB\./);
});

it('an error of the sources is not taken for a lack of memory, and is not tried again', () => {
  const { calls, said, failed } = built(4_000, OTHERWISE);
  expect([calls, said]).toEqual([[''], []]);
  expect(failed).toBe('The pages could not be built; the reason is above.');
});

it('with little memory, where Next names the signal of its own worker, the error says how to read it', () => {
  expect(built(1_024, OTHERWISE).failed).toMatch(
    /^The pages could not be built; the reason is above\. If it names SIGKILL or the heap: .* has 1024 MB\./,
  );
});

it('a program that cannot be started is named', () => {
  expect(() => buildPages({ memory: 4_000, command: [join(folder, 'missing')] })).toThrow('ENOENT');
});
