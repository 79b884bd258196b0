import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createOwner } from './operator';
import { SERVERS, type ServerName, startService, stopService } from './service';

/** A running server, and the database that it serves. */
export type RunningServer = {
  readonly name: ServerName;
  readonly port: number;
  readonly databaseFile: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    servers: readonly RunningServer[];
  }
}

/** Starts each server once for all suites, on a database of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-api-'));
  const running = await Promise.all(
    SERVERS.map(async (name, i) => {
      const databaseFile = join(folder, `${i}`, 'botmeter.db');
      const service = await startService({ server: name, databaseFile });
      await createOwner(databaseFile);
      return { name, databaseFile, service };
    }),
  );
  project.provide(
    'servers',
    running.map(({ name, databaseFile, service: { port } }) => ({ name, port, databaseFile })),
  );
  return async () => {
    await Promise.all(running.map(({ service }) => stopService(service)));
    rmSync(folder, { recursive: true });
  };
}
