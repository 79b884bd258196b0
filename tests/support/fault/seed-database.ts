import { databaseUrlOf } from '../process/database-url';
import { createOwner, Operator } from '../process/operator';
import { openRawDatabase } from '../process/raw-database';

const T0 = Date.UTC(2026, 0, 1);

/** Fills a database with an owner and `bots` bots, each with a key and three reports. */
export async function seedDatabase(database: string, bots: number): Promise<string> {
  await createOwner(database);
  const operator = new Operator(database);
  await operator.bots(bots, 'free');
  await operator.close();
  await addReports(database, [0, 1, 2]);
  return database;
}

/** Adds a report of each bot for each number. */
export async function addReports(database: string, numbers: readonly number[]): Promise<void> {
  const rawDatabase = openRawDatabase(databaseUrlOf(database));
  for (const number of numbers) {
    await rawDatabase.run(`INSERT INTO reports SELECT id, ${T0}, ${number}, 1, 1, 1 FROM bots`);
  }
  await rawDatabase.close();
}
