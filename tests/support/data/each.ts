import { afterAll, afterEach, beforeEach, describe } from 'vitest';
import type { Instance, TestDatabase } from './database-kind';
import { databases } from './databases';

/** A fresh database for each test, with one program on it. */
export type World = { readonly db: TestDatabase } & Pick<Instance, 'store' | 'directory'>;

// What the databases need is shared by the tests of a file.
afterAll(() => Promise.all(databases.map((kind) => kind.stop())));

/** The same tests on every database there is. `world` may be called inside tests only. */
export function onEachDatabase(name: string, tests: (world: () => World) => void): void {
  describe.each(databases.map((kind) => [kind.name, kind] as const))(`${name}, on %s`, (_, kind) => {
    let world: World | null = null;
    beforeEach(async () => {
      const db = await kind.create();
      const { store, directory } = await db.connect();
      world = { db, store, directory };
    });
    afterEach(async () => {
      await world?.db.drop();
      world = null;
    });
    tests(() => {
      if (world === null) throw new Error('There is no database outside a test.');
      return world;
    });
  });
}
