import { afterAll, afterEach, beforeEach, describe } from 'vitest';
import type { Instance, TestDatabase } from './database-kind';
import { databases } from './databases';

/** A new database for each test, with one server instance. */
export type DatabaseContext = { readonly db: TestDatabase } & Pick<Instance, 'store' | 'directory'>;

// All tests of a file share one database server.
afterAll(() => Promise.all(databases.map((kind) => kind.stop())));

/** Runs the same tests on every database. `context` may be called only inside tests. */
export function onEachDatabase(name: string, tests: (context: () => DatabaseContext) => void): void {
  describe.each(databases.map((kind) => [kind.name, kind] as const))(`${name}, on %s`, (_, kind) => {
    let context: DatabaseContext | null = null;
    beforeEach(async () => {
      const db = await kind.create();
      const { store, directory } = await db.connect();
      context = { db, store, directory };
    });
    afterEach(async () => {
      await context?.db.drop();
      context = null;
    });
    tests(() => {
      if (context === null) throw new Error('The database exists only inside a test.');
      return context;
    });
  });
}
