import type { TestProject } from 'vitest/node';
import { type RunningServer, SETUPS, startServer } from './servers';

declare module 'vitest' {
  interface ProvidedContext {
    servers: readonly RunningServer[];
  }
}

/** Starts a server on each database, for all suites; after postgres.setup.ts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgresUrl } = project.getProvidedContext();
  const { TMPDIR } = project.config.env;
  const servers = await Promise.all(SETUPS.map((setup) => startServer(setup, postgresUrl, {}, TMPDIR)));
  project.provide(
    'servers',
    servers.map(({ running }) => running),
  );
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()));
  };
}
