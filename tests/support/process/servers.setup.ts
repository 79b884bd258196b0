import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../postgres.mjs';
import { createDatabase } from './database-url';
import { createOwner } from './operator';
import { type ServerName, startService, stopService } from './service';

/** The ways in which the product is served, each on a database of its own: every API test runs on all of them. */
export const SETUPS = [
  { server: 'npm start', database: 'SQLite' },
  { server: 'next start', database: 'SQLite' },
  { server: 'npm start', database: 'PostgreSQL' },
] as const satisfies readonly { server: ServerName; database: DatabaseName }[];
export type Setup = (typeof SETUPS)[number];
export type DatabaseName = 'SQLite' | 'PostgreSQL';

/** A running server, and the database that it serves. */
export type RunningServer = Setup & { readonly port: number; readonly databaseUrl: string };

declare module 'vitest' {
  interface ProvidedContext {
    servers: readonly RunningServer[];
    /** A PostgreSQL server of the run: a superuser's address, for databases of a test's own. */
    postgresUrl: string;
  }
}

/** Starts each server once for all suites. */
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
