import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startPostgres } from '../postgres.mjs';
import { databaseUrlOf } from '../process/database-url';
import { Client } from '../process/http';
import { createOwner, Operator } from '../process/operator';
import { type Service, type ServiceOptions, startService, stopService } from '../process/service';

/** A folder for the tests of a file, deleted after them. */
export function suiteFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-fault-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** Starts a PostgreSQL server for the tests of a file; call the returned function in a test or a hook. */
export function suitePostgres(): () => Postgres {
  let postgres: Postgres | undefined;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());
  return () => {
    if (postgres === undefined) throw new Error('PostgreSQL has not been started.');
    return postgres;
  };
}

/** A server on a database with an owner of bots, and what a test needs to use both. */
export type Served = {
  readonly service: Service;
  readonly operator: Operator;
  readonly client: Client;
  readonly stop: () => Promise<void>;
};

type ServeOptions = Pick<ServiceOptions, 'env' | 'under'> & {
  /** The `DATABASE_URL` of the server when it is not that of the operator, such as one through a proxy. */
  readonly serverUrl?: string;
};

/** Starts a server; `database` is a path of a SQLite file or a `DATABASE_URL`. */
export async function serve(
  database: string,
  { serverUrl = databaseUrlOf(database), ...options }: ServeOptions = {},
): Promise<Served> {
  const service = await startService({ databaseUrl: serverUrl, ...options });
  await createOwner(database);
  const operator = new Operator(database);
  const client = new Client(service.port);
  const stop = async () => {
    client.close();
    await operator.close();
    await stopService(service);
  };
  return { service, operator, client, stop };
}

/** Several server processes on one PostgreSQL database, and an operator. */
export type Instances = {
  readonly databaseUrl: string;
  readonly services: readonly Service[];
  readonly operator: Operator;
  readonly stop: () => Promise<void>;
};

/** Starts one process for each element of `environments`. */
export async function startInstances(environments: readonly Record<string, string>[]): Promise<Instances> {
  const postgres = await startPostgres();
  const databaseUrl = postgres.url;
  // Started at the same time, so that they migrate the empty database concurrently.
  const services = await Promise.all(environments.map((env) => startService({ databaseUrl, env })));
  await createOwner(databaseUrl);
  const operator = new Operator(databaseUrl);
  return {
    databaseUrl,
    services,
    operator,
    stop: async () => {
      await operator.close();
      await Promise.all(services.map((service) => stopService(service)));
      await postgres.stop();
    },
  };
}
