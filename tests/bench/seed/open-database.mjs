import pg from 'pg';
import Database from '../../../lib/data/sqlite/driver.mjs';

/** @typedef {(sql: string) => Promise<Record<string, unknown>[]>} Query */

/** Direct SQL on the database of a `DATABASE_URL`. @returns {Promise<{ query: Query, close: () => Promise<void> }>} */
export async function openDatabase(/** @type {string} */ databaseUrl) {
  if (!databaseUrl.startsWith('file:')) {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    return { query: async (sql) => (await client.query(sql)).rows, close: () => client.end() };
  }
  const db = new Database(databaseUrl.slice('file:'.length));
  return {
    async query(sql) {
      const statement = db.prepare(sql);
      if (statement.reader) return /** @type {Record<string, unknown>[]} */ (statement.all());
      statement.run();
      return [];
    },
    async close() {
      db.close();
    },
  };
}
