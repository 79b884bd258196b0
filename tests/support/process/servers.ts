import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { distribute } from '@/lib/data/postgres/distribute';
import { startCitus } from '../citus.mjs';
import { makeClusterDatabase } from '../data/citus-database';
import { createDatabase } from './database-url';
import { createOwner } from './operator';
import { startPooler } from './pooler';
import { type Service, startService, stopService } from './service';

type Setup = { readonly database: 'SQLite' | 'PostgreSQL' | 'PgBouncer' | 'Citus' };

/** Each API test runs on both. Plain Next calls the same functions: tests/api/plain-next sees that it does. */
export const SETUPS: readonly Setup[] = [{ database: 'SQLite' }, { database: 'PostgreSQL' }];

/** A running server and its database. */
export type RunningServer = Setup & { readonly port: number; readonly databaseUrl: string };

/** Starts a server on a new database with an owner; `postgresUrl` is of a server, or of the database of a pooler or cluster. */
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
    PgBouncer: () => postgresUrl,
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

/** A server on a cluster, or behind a pooler, in place of both: `API_ON=Citus npx vitest run --project api`. */
async function onOther(project: TestProject, database: 'PgBouncer' | 'Citus'): Promise<() => Promise<void>> {
  const { TMPDIR = tmpdir() } = project.config.env;
  const { url, stop } = database === 'Citus' ? await onCluster(TMPDIR) : await onPooler(project, TMPDIR);
  const server = await startServer({ database }, url, {}, TMPDIR);
  project.provide('servers', [server.running]);
  return () => server.stop().then(stop);
}

async function onCluster(parent: string) {
  const cluster = await startCitus([], parent);
  const url = await makeClusterDatabase(cluster.ports, 'botmeter');
  await distribute(url, 4);
  return { url, stop: cluster.stop };
}

async function onPooler(project: TestProject, parent: string) {
  const folder = mkdtempSync(join(parent, 'botmeter-pooler-'));
  const { url, kill } = await startPooler(project.getProvidedContext().postgresUrl, folder);
  return { url, stop: () => kill().then(() => rmSync(folder, { recursive: true })) };
}

/** Starts a server on each database, for all suites; after postgres.setup.ts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { API_ON } = process.env;
  if (API_ON === 'Citus' || API_ON === 'PgBouncer') return onOther(project, API_ON);
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
