import { expect } from 'vitest';
import { type Ran, runDirectly } from '../../unit/cli/run';
import { settingsFor } from '../process/database-url';

/** Runs an operator command on a database: a path of a SQLite file or a `DATABASE_URL`. */
export const botmeter = (database: string, ...args: string[]): Promise<Ran> =>
  runDirectly(settingsFor(database), args);

/** Runs a command that must succeed without an error message. */
export async function runsWell(database: string, ...args: string[]): Promise<void> {
  expect(await botmeter(database, ...args)).toMatchObject({ status: 0, stderr: '' });
}

/** Runs a command that must fail with a single line on standard error that contains `text`. */
export async function isRefused(text: string | RegExp, database: string, ...args: string[]): Promise<void> {
  const { status, stdout, stderr } = await botmeter(database, ...args);
  expect({ args, status, stdout }).toEqual({ args, status: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toMatch(text);
}
