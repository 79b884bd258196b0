import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { distribute } from '@/lib/data/postgres/distribute';
import { startCitus } from '../citus.mjs';
import { makeClusterDatabase } from '../data/citus-database';
import { freePort } from '../free-port.mjs';
import { createDatabase, inDatabase, newName } from './database-url';
import { createOwner } from './operator';
import { startPooler } from './pooler';
import { type Service, startService, stopService } from './service';
import { startForTests } from './starter';

type Setup = { readonly database: 'SQLite' | 'PostgreSQL' | 'PgBouncer' | 'Citus' };

/** Each API test runs on both. Plain Next calls the same functions: tests/api/plain-next sees that it does. */
export const SETUPS: readonly Setup[] = [{ database: 'SQLite' }, { database: 'PostgreSQL' }];

/** A running server and its database. */
export type RunningServer = Setup & { readonly port: number; readonly databaseUrl: string };

/** Where a server and its new database will be; `postgresUrl` is of a server, or of the database of a pooler or cluster. */
async function choosePlace(
  database: Setup['database'],
  postgresUrl: string,
  folder: string,
): Promise<RunningServer> {
  const databaseUrl = {
    SQLite: `file:${join(folder, 'botmeter.db')}`,
    PostgreSQL: inDatabase(postgresUrl, newName()),
    PgBouncer: postgresUrl,
    Citus: postgresUrl,
  }[database];
  return { database, databaseUrl, port: await freePort() };
}

async function startAt({ database, databaseUrl, port }: RunningServer, env: Record<string, string> = {}) {
  if (database === 'PostgreSQL')
    await createDatabase(inDatabase(databaseUrl, 'postgres'), new URL(databaseUrl).pathname.slice(1));
  const service = await startService({ databaseUrl, port, env });
  await createOwner(databaseUrl);
  return service;
}

/** Starts a server on a new database with an owner; `postgresUrl` as above. */
export async function startServer(
  { database }: Setup,
  postgresUrl: string,
  env: Record<string, string> = {},
  parent = tmpdir(),
): Promise<{ running: RunningServer; service: Service; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(parent, 'botmeter-api-'));
  const running = await choosePlace(database, postgresUrl, folder);
  const service = await startAt(running, env);
  return {
    running,
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

/** A server on each database, for all suites; after postgres.setup.ts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { API_ON } = process.env;
  if (API_ON === 'Citus' || API_ON === 'PgBouncer') return onOther(project, API_ON);
  const { postgresUrl } = project.getProvidedContext();
  const { TMPDIR } = project.config.env;
  const folder = mkdtempSync(join(TMPDIR ?? tmpdir(), 'botmeter-api-'));
  const places = await Promise.all(SETUPS.map(({ database }) => choosePlace(database, postgresUrl, folder)));
  project.provide('servers', places);
  const stop = await startForTests(project, async () => {
    const services = await Promise.all(places.map((place) => startAt(place)));
    return async () => {
      await Promise.all(services.map((service) => stopService(service)));
    };
  });
  return async () => {
    await stop();
    rmSync(folder, { recursive: true });
  };
}
