import type { TestProject } from 'vitest/node';
import { startPostgres } from '../postgres.mjs';
import { type RunningServer, SETUPS, startServer } from './servers';

declare module 'vitest' {
  interface ProvidedContext {
    servers: readonly RunningServer[];
    /** A superuser's URL of a PostgreSQL server, on which a test can create its own database. */
    postgresUrl: string;
  }
}

/** Starts each server once, for all suites. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  const servers = await Promise.all(SETUPS.map((setup) => startServer(setup, postgres.url)));
  project.provide('postgresUrl', postgres.url);
  project.provide(
    'servers',
    servers.map(({ running }) => running),
  );
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()));
    await postgres.stop();
  };
}
