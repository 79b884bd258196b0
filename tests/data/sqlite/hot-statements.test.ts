import { expect, it, onTestFinished } from 'vitest';
import type { Database } from '@/lib/data/sqlite/driver.mjs';
import { openSqlite } from '@/lib/data/sqlite/open';
import { prepareStatements } from '@/lib/data/sqlite/statements';
import { scratch } from '@/tests/support/data/sqlite-files';

function openNew(): Database {
  const { file, remove } = scratch();
  const database = openSqlite(file);
  onTestFinished(() => {
    database.close();
    remove();
  });
  return database;
}

/** What `prepareStatements` prepares. */
function hotStatements(database: Database): string[] {
  const prepared: string[] = [];
  const watched = Object.create(database, {
    prepare: { value: (sql: string) => prepared.push(sql) && database.prepare(sql) },
  });
  prepareStatements(watched);
  return prepared.filter((sql) => /^\s*(SELECT|INSERT|UPDATE|DELETE)/.test(sql));
}

const planOf = (database: Database, sql: string): string[] =>
  database
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...Array.from(sql.matchAll(/\?/g), () => null))
    .map(({ detail }) => detail);

it.each(['before', 'after'])('no statement of a call scans a table (%s ANALYZE)', (when) => {
  const database = openNew();
  if (when === 'after') database.exec('ANALYZE');
  const statements = hotStatements(database);
  expect(statements.length).toBeGreaterThan(10);
  const tables = database
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .pluck()
    .all();
  const scanned = statements
    .flatMap((sql) => planOf(database, sql))
    .flatMap((step) => step.match(/^SCAN (\w+)/)?.[1] ?? [])
    .filter((name) => tables.includes(name));
  expect(scanned).toEqual([]);
});

it('a read by key searches one table by its primary key, then another: there is no order of tables to choose', () => {
  const database = openNew();
  const reads = hotStatements(database).filter((sql) => /^SELECT.* FROM (bots|api_keys) /.test(sql));
  expect(reads.map((sql) => planOf(database, sql))).toEqual([
    ['SEARCH bots USING PRIMARY KEY (id=?)'],
    ['SEARCH api_keys USING PRIMARY KEY (hash=?)'],
  ]);
});

const BOTS = 20;
const ROUNDS = 300;

/** Milliseconds of the fastest round of each: short rounds, so that load of the machine leaves some of them alone. */
function fastestOf(...reads: readonly ((at: number) => unknown)[]): number[] {
  const fastest = reads.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [which, read] of reads.entries()) {
      const startedAt = performance.now();
      for (let at = 0; at < BOTS; at++) expectFound(read(at));
      fastest[which] = Math.min(fastest[which] ?? 0, performance.now() - startedAt);
    }
  }
  return fastest;
}

function expectFound(row: unknown): void {
  if (row === undefined) throw new Error('The row is missing.');
}

it('a read by key is not planned anew for each key, also after ANALYZE: it takes no longer than three reads by id', () => {
  const database = openNew();
  database.pragma('foreign_keys = OFF');
  const bot = database.prepare(
    "INSERT INTO bots (id, name, owner_id, plan, former_history_days, registered_at_ms) VALUES (?, 'bot', 'owner', 'free', 7, 0)",
  );
  const key = database.prepare(
    "INSERT INTO api_keys (hash, id, bot_id, name, last4, created_at_ms) VALUES (?, ?, ?, 'key', 'abcd', 0)",
  );
  for (let at = 0; at < BOTS; at++) {
    bot.run(`bot-${at}`);
    key.run(`hash-${at}`, `key-${at}`, `bot-${at}`);
  }
  database.exec('ANALYZE');
  const { readBot, readKey } = prepareStatements(database);
  const [byId = 0, byKey = 0] = fastestOf(
    (at) => readBot(`bot-${at}`),
    (at) => readBot(readKey(`hash-${at}`)?.bot_id ?? ''),
  );
  expect(byKey / byId).toBeLessThan(3);
});
