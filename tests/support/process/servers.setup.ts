import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../postgres.mjs';
import { createDatabase } from './database-url';
import { createOwner } from './operator';
import { SERVERS, type ServerName, startService, stopService } from './service';

export type Setup = { readonly server: ServerName; readonly database: DatabaseName };
export type DatabaseName = 'SQLite' | 'PostgreSQL';

const ALL: readonly Setup[] = [
  { server: 'npm start', database: 'SQLite' },
  { server: 'next start', database: 'SQLite' },
  { server: 'npm start', database: 'PostgreSQL' },
];
/** Every combination of server and database; each API test runs on all of them. */
export const SETUPS = ALL.filter(({ server }) => SERVERS.includes(server));

/** A running server and its database. */
export type RunningServer = Setup & { readonly port: number; readonly databaseUrl: string };

declare module 'vitest' {
  interface ProvidedContext {
    servers: readonly RunningServer[];
    /** A superuser's URL of a PostgreSQL server, on which a test can create its own database. */
    postgresUrl: string;
  }
}

/** Starts each server once, for all suites. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-api-'));
  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres.url);
  const running = await Promise.all(
    SETUPS.map(async (setup, i) => {
      const databaseUrl =
        setup.database === 'SQLite'
          ? `file:${join(folder, `${i}`, 'botmeter.db')}`
          : await createDatabase(postgres.url);
      const service = await startService({ server: setup.server, databaseUrl });
      await createOwner(databaseUrl);
      return { service, server: { ...setup, port: service.port, databaseUrl } };
    }),
  );
  project.provide(
    'servers',
    running.map(({ server }) => server),
  );
  return async () => {
    await Promise.all(running.map(({ service }) => stopService(service)));
    await postgres.stop();
    rmSync(folder, { recursive: true });
  };
}
