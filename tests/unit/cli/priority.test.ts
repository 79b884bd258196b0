import { constants, getPriority } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './run';

/** Prints the priority of the process at its end. */
const PRINT =
  'import { getPriority } from "node:os"; process.on("exit", () => console.error("priority", getPriority()));';
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(PRINT)}`;
const NORMAL = getPriority();
const LOWER = Math.max(NORMAL, constants.priority.PRIORITY_BELOW_NORMAL);

let shell: Shell;
beforeAll(() => {
  shell = openShell({ NODE_OPTIONS }, true);
});
afterAll(() => shell.remove());

it.each([
  ['bot list', NORMAL],
  ['fold', LOWER],
  ['check', LOWER],
  ['backup %FILE%', LOWER],
  // Calls wait for its end.
  ['compact', NORMAL],
])('%s runs with priority %i', async (line, priority) => {
  const args = line.split(' ').map((arg) => arg.replace('%FILE%', `${shell.file}.backup`));
  const { status, stderr } = await shell.botmeter(args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: `priority ${priority}\n` });
});
