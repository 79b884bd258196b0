import type { TestProject } from 'vitest/node';
import { startPostgres } from '../postgres.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's URL of a PostgreSQL server, on which a test can create its own database. */
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL server for all files of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Only projects whose databases are in memory have an environment of their own.
  const { env = {} } = project.config as { env?: typeof project.config.env };
  const postgres = await startPostgres([], {}, env.TMPDIR);
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
