import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from './database-url';
import { createOwner } from './operator';
import { SERVERS, type ServerName, type Service, startService, stopService } from './service';

export type Setup = { readonly server: ServerName; readonly database: 'SQLite' | 'PostgreSQL' };

const ALL: readonly Setup[] = [
  { server: 'npm start', database: 'SQLite' },
  { server: 'next start', database: 'SQLite' },
  { server: 'npm start', database: 'PostgreSQL' },
];
/** Every combination of server and database; each API test runs on all of them. */
export const SETUPS = ALL.filter(({ server }) => SERVERS.includes(server));

/** A running server and its database. */
export type RunningServer = Setup & { readonly port: number; readonly databaseUrl: string };

/** Starts a server on a new database with an owner. */
export async function startServer(
  { server, database }: Setup,
  postgresUrl: string,
  env: Record<string, string> = {},
): Promise<{ running: RunningServer; service: Service; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-api-'));
  const databaseUrl =
    database === 'SQLite' ? `file:${join(folder, 'botmeter.db')}` : await createDatabase(postgresUrl);
  const service = await startService({ server, databaseUrl, env });
  await createOwner(databaseUrl);
  return {
    running: { server, database, port: service.port, databaseUrl },
    service,
    async stop() {
      await stopService(service);
      rmSync(folder, { recursive: true });
    },
  };
}
