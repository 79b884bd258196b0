import type { TestProject } from 'vitest/node';
import { freePort } from '../free-port.mjs';
import { startPostgres } from '../postgres.mjs';
import { startForTests } from './starter';

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's URL of a PostgreSQL server, on which a test can create its own database. */
    postgresUrl: string;
  }
}

/** One PostgreSQL server for all files of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return postgresFor(project, [], async () => {});
}

/** Says where it will be, and starts it with the first test; `fill` gives it what tests find there. */
export async function postgresFor(
  project: TestProject,
  settings: readonly string[],
  fill: (url: string) => Promise<void>,
): Promise<() => Promise<void>> {
  const port = await freePort();
  project.provide('postgresUrl', `postgres://postgres@127.0.0.1:${port}/postgres`);
  // Only projects whose databases are in memory have an environment of their own.
  const { env = {} } = project.config as { env?: typeof project.config.env };
  return startForTests(project, async () => {
    const { url, stop } = await startPostgres(settings, {}, env.TMPDIR, null, port);
    await fill(url);
    return stop;
  });
}
