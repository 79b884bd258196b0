import { databaseUrlOf } from '../process/database-url';
import { openHand } from '../process/hand';
import { createOwner, Operator } from '../process/operator';

const T0 = Date.UTC(2026, 0, 1);

/** A database with an owner, so many bots, each with a key, and reports of each. */
export async function fillDatabase(database: string, bots: number): Promise<string> {
  await createOwner(database);
  const operator = new Operator(database);
  await operator.bots(bots, 'free');
  await operator.close();
  await addReports(database, [0, 1, 2]);
  return database;
}

/** One more report of each bot for each number. */
export async function addReports(database: string, numbers: readonly number[]): Promise<void> {
  const hand = openHand(databaseUrlOf(database));
  for (const number of numbers) {
    await hand.run(`INSERT INTO reports SELECT id, ${T0}, ${number}, 1, 1, 1 FROM bots`);
  }
  await hand.close();
}
