import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createDatabase } from './database-url';
import { createOwner } from './operator';
import { type Service, startService, stopService } from './service';

type Setup = { readonly database: 'SQLite' | 'PostgreSQL' };

/** Each API test runs on both. Plain Next calls the same functions: tests/api/plain-next sees that it does. */
export const SETUPS: readonly Setup[] = [{ database: 'SQLite' }, { database: 'PostgreSQL' }];

/** A running server and its database. */
export type RunningServer = Setup & { readonly port: number; readonly databaseUrl: string };

/** Starts a server on a new database with an owner. */
export async function startServer(
  { database }: Setup,
  postgresUrl: string,
  env: Record<string, string> = {},
  parent = tmpdir(),
): Promise<{ running: RunningServer; service: Service; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(parent, 'botmeter-api-'));
  const databaseUrl =
    database === 'SQLite' ? `file:${join(folder, 'botmeter.db')}` : await createDatabase(postgresUrl);
  const service = await startService({ databaseUrl, env });
  await createOwner(databaseUrl);
  return {
    running: { database, port: service.port, databaseUrl },
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
