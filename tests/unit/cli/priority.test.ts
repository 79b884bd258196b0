import { constants, getPriority } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInProcess } from './in-process';
import { openShell, type Shell } from './run';

/** Prints the priority of the process at its end. */
const PRINT =
  'import { getPriority } from "node:os"; process.on("exit", () => console.error("priority", getPriority()));';
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(PRINT)}`;
const NORMAL = getPriority();
const LOWER = Math.max(NORMAL, constants.priority.PRIORITY_BELOW_NORMAL);

let shell: Shell;
beforeAll(() => {
  shell = openShell({ NODE_OPTIONS }, 'directly');
});
afterAll(() => shell.remove());

it.each([
  ['bot list', NORMAL],
  ['fold', LOWER],
])('%s runs with priority %i', async (line, priority) => {
  const { status, stderr } = await shell.botmeter(line.split(' '));
  expect({ status, stderr }).toEqual({ status: 0, stderr: `priority ${priority}\n` });
});

it.each([
  ['check', true],
  ['backup %FILE%', true],
  // Calls wait for its end.
  ['compact', false],
])('%s lowers its priority: %s', async (line, isLowered) => {
  const args = line.split(' ').map((arg) => arg.replace('%FILE%', `${shell.file}.backup`));
  let isCalled = false;
  const lowerPriority = () => {
    isCalled = true;
  };
  const { status } = await runInProcess(args, { env: { DATABASE_URL: `file:${shell.file}` }, lowerPriority });
  expect({ status, isCalled }).toEqual({ status: 0, isCalled: isLowered });
});
