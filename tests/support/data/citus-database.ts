import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { distribute } from '@/lib/data/postgres/distribute';
import { startCitus } from '../citus.mjs';
import { freePort } from '../free-port.mjs';
import { queryPostgres } from '../process/database-url';
import { openRawDatabase } from '../process/raw-database';
import { startForTests } from '../process/starter';
import { T0 } from './accounts';
import { type DatabaseKind, type Instance, postgresInstance } from './databases';
import { CLOCK_OF_TESTS } from './postgres-template';

const NAME = 'botmeter_spread';
export const urlOf = (port: number, name = NAME) => `postgres://postgres@127.0.0.1:${port}/${name}`;

/** Makes an empty database with Citus on one node; returns its URL. With `hasClock`, that of tests, which shows T0. */
export async function makeNodeDatabase(port: number, name: string, hasClock = false): Promise<string> {
  await queryPostgres(
    urlOf(port, 'postgres'),
    `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`,
  );
  const url = urlOf(port, name);
  await queryPostgres(url, 'CREATE EXTENSION citus');
  // Each node has a clock of its own.
  if (hasClock) await queryPostgres(url, `SET citus.enable_ddl_propagation = off; ${CLOCK_OF_TESTS}`);
  return url;
}

/** Makes an empty database on a cluster; returns its URL. */
export async function makeClusterDatabase(
  ports: readonly number[],
  name: string,
  hasClock = false,
): Promise<string> {
  const [coordinator = 0, ...workers] = ports;
  for (const port of ports) await makeNodeDatabase(port, name, hasClock);
  const url = urlOf(coordinator, name);
  await queryPostgres(url, `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator})`);
  for (const port of workers) await queryPostgres(url, `SELECT citus_add_node('127.0.0.1', ${port})`);
  return url;
}

/** Two workers with two parts each, spread while it is empty. */
async function makeSpreadDatabase(ports: readonly number[]): Promise<void> {
  await distribute(await makeClusterDatabase(ports, NAME, true), 4);
  const path = `ALTER DATABASE ${NAME} SET search_path = public, test_clock, pg_catalog`;
  for (const port of ports) await queryPostgres(urlOf(port, 'postgres'), path);
}

/** One cluster for all data tests on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const ports = [await freePort(), await freePort(), await freePort()];
  project.provide('citusPorts', ports);
  return startForTests(project, async () => {
    const cluster = await startCitus(['deadlock_timeout=100ms'], project.config.env.TMPDIR, ports);
    await makeSpreadDatabase(ports).catch(async (error) => {
      await cluster.stop();
      throw error;
    });
    return cluster.stop;
  });
}

/** Tables whose rows others refer to: emptied last. */
const REFERRED = ['bots', 'users'];

/** The database of the data tests. */
export const spreadUrl = (): string => urlOf(inject('citusPorts')[0] ?? 0);

/** One database for all tests, which is emptied after each: a spread one takes seconds to make. */
export const citus: DatabaseKind = {
  name: 'Citus',
  async create() {
    const ports = inject('citusPorts');
    const url = spreadUrl();
    const raw = openRawDatabase(url);
    const clocks = ports.map((port) => openRawDatabase(urlOf(port)));
    const setClock = async (ms: number) => {
      await Promise.all(clocks.map((clock) => clock.run(`UPDATE test_clock.now SET ms = ${ms}`)));
    };
    const instances: Instance[] = [];
    return {
      ...raw,
      setClock,
      async connect(onEvents) {
        const instance = postgresInstance(url, onEvents, true);
        instances.push(instance);
        return instance;
      },
      async drop() {
        await Promise.all(instances.map((instance) => instance.close()));
        const rows = await raw.rows<{ name: string }>(
          "SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE logicalrelid::text NOT LIKE 'pg_%'",
        );
        const tables = rows
          .map(({ name }) => name)
          .filter((name) => ![...REFERRED, 'audit_log'].includes(name));
        for (const table of [...tables, ...REFERRED]) await raw.run(`DELETE FROM ${table}`);
        await raw.run('BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM audit_log; COMMIT');
        await setClock(T0);
        await Promise.all(clocks.map((clock) => clock.close()));
        await raw.close();
      },
    };
  },
};

declare module 'vitest' {
  interface ProvidedContext {
    citusPorts: readonly number[];
  }
}
