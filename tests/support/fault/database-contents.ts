import { databaseUrlOf } from '../process/database-url';
import type { Load } from '../process/load';
import { createOwner, Operator } from '../process/operator';
import { openRawDatabase } from '../process/raw-database';

type Row = { bot_id: string; at_ms: number; server_count: number };

/** All reports, counters and keys of a database; `database` as for the Operator. */
export async function contentOf(database: string) {
  const rawDatabase = openRawDatabase(databaseUrlOf(database));
  try {
    const reports = await rawDatabase.rows<Row>(
      'SELECT bot_id, at_ms, server_count FROM reports ORDER BY bot_id, at_ms, number',
    );
    const bots = await rawDatabase.rows<{ id: string; cycle_used: number; reports_total: number }>(
      'SELECT id, cycle_used, reports_total FROM bots ORDER BY id',
    );
    const keys = await rawDatabase.rows<Record<string, unknown>>('SELECT * FROM api_keys ORDER BY hash');
    return { reports, bots, keys, integrity: await rawDatabase.integrity() };
  } finally {
    await rawDatabase.close();
  }
}

export type Content = Awaited<ReturnType<typeof contentOf>>;

/** The reports of a database, each as one string. */
export const reportsOf = ({ reports }: Content): string[] =>
  reports.map(({ bot_id, at_ms, server_count }) => `${bot_id} ${at_ms} ${server_count}`);

/** All reports acknowledged so far, each as one string. */
export const acknowledgedBy = (load: Load): string[] =>
  [...load.journals].flatMap(([id, { reports }]) =>
    reports.map(({ atMs, serverCount }) => `${id} ${atMs} ${serverCount}`),
  );

/** The `expected` reports that the database does not have. */
export function missingFrom(content: Content, expected: readonly string[]): string[] {
  const there = new Set(reportsOf(content));
  return expected.filter((one) => !there.has(one));
}

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
