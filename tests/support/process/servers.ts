import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { distribute } from '@/lib/data/postgres/distribute';
import { startCitus } from '../citus.mjs';
import { makeClusterDatabase } from '../data/citus-database';
import { createDatabase } from './database-url';
import { createOwner } from './operator';
import { type Service, startService, stopService } from './service';

type Setup = { readonly database: 'SQLite' | 'PostgreSQL' | 'Citus' };

/** Each API test runs on both. Plain Next calls the same functions: tests/api/plain-next sees that it does. */
export const SETUPS: readonly Setup[] = [{ database: 'SQLite' }, { database: 'PostgreSQL' }];

/** A running server and its database. */
export type RunningServer = Setup & { readonly port: number; readonly databaseUrl: string };

/** Starts a server on a new database with an owner; `postgresUrl` is of a server, or of a database that is spread. */
export async function startServer(
  { database }: Setup,
  postgresUrl: string,
  env: Record<string, string> = {},
  parent = tmpdir(),
): Promise<{ running: RunningServer; service: Service; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(parent, 'botmeter-api-'));
  const databaseUrl = {
    SQLite: () => `file:${join(folder, 'botmeter.db')}`,
    PostgreSQL: () => createDatabase(postgresUrl),
    Citus: () => postgresUrl,
  }[database];
  const url = await databaseUrl();
  const service = await startService({ databaseUrl: url, env });
  await createOwner(url);
  return {
    running: { database, port: service.port, databaseUrl: url },
    service,
    async stop() {
      await stopService(service);
      rmSync(folder, { recursive: true });
    },
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    servers: readonly RunningServer[];
  }
}

/** A server on a cluster in place of both: `API_ON=Citus npx vitest run --project api`. */
async function onCluster(project: TestProject): Promise<() => Promise<void>> {
  const { TMPDIR } = project.config.env;
  const cluster = await startCitus([], TMPDIR);
  const url = await makeClusterDatabase(cluster.ports, 'botmeter');
  await distribute(url, 4);
  const { running, stop } = await startServer({ database: 'Citus' }, url, {}, TMPDIR);
  project.provide('servers', [running]);
  return () => stop().then(cluster.stop);
}

/** Starts a server on each database, for all suites; after postgres.setup.ts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.API_ON === 'Citus') return onCluster(project);
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
