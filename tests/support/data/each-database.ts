import { afterEach, beforeEach, describe } from 'vitest';
import type { Ports } from '@/lib/ports/ports';
import type { DatabaseKind, Instance, TestDatabase } from './database-kind';
import { OTHER_PORTS } from './other-ports';
import { postgres } from './postgres-database';
import { sqlite } from './sqlite-database';

/** The database of the running test, and one server instance on it. New for each test; not set outside of tests. */
export let db: TestDatabase;
export let ports: Ports;
export let store: Ports['store'];
export let directory: Ports['directory'];

/** Opens one more server instance on the database of the running test. */
export const connectAgain = async (): Promise<Ports & Instance> => ({
  ...(await db.connect()),
  ...OTHER_PORTS,
});

const KINDS: readonly DatabaseKind[] = [sqlite, postgres];

function withDatabase(kind: DatabaseKind): void {
  beforeEach(async () => {
    db = await kind.create();
    ports = await connectAgain();
    ({ store, directory } = ports);
  });
  afterEach(() => db.drop());
}

/** Runs the same tests on every database that Botmeter supports. */
export function onEachDatabase(name: string, tests: () => void): void {
  describe.each(KINDS.map((kind) => [kind.name, kind] as const))(`${name}, on %s`, (_, kind) => {
    withDatabase(kind);
    tests();
  });
}

/** Runs the tests of a file on PostgreSQL only. */
export const onPostgres = (): void => withDatabase(postgres);

/** Runs the tests of a file on SQLite only. */
export const onSqlite = (): void => withDatabase(sqlite);
