import type { Database } from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SqliteDirectory } from '@/lib/data/sqlite/directory';
import { connect, openSqlite } from '@/lib/data/sqlite/open';
import { mayChangeRows } from '@/lib/data/sqlite/row-version';
import { SqliteStore } from '@/lib/data/sqlite/store';
import { WriteLock } from '@/lib/data/sqlite/write-lock';
import type { Tables } from '@/lib/ports/directory';
import { BOT_ID, T0 } from '@/tests/support/data/accounts';
import { read, register } from '@/tests/support/data/fixtures';
import { type Scratch, scratch } from '@/tests/support/data/sqlite-files';

/** The version of the rows that calls read: how long the store may take a row from memory. */

let place: Scratch;
let lock: WriteLock;
let store: SqliteStore;
let directory: SqliteDirectory;
let other: Database;

beforeEach(async () => {
  place = scratch();
  lock = new WriteLock();
  store = new SqliteStore(openSqlite(place.file), lock, () => T0);
  directory = new SqliteDirectory(connect(place.file), lock, () => T0);
  other = connect(place.file);
  await register(directory);
});
afterEach(async () => {
  await store.close();
  await directory.close();
  other.close();
  place.remove();
});

const putFact = ({ facts }: Tables) => facts.put('backup', {}, T0);
const disable = ({ bots }: Tables) => bots.update(BOT_ID, { isDisabled: true }, T0);
const callBot = () => read(store, { botId: BOT_ID });

const STEPS = {
  'a call': { run: callBot, changes: false },
  'a write elsewhere': { run: () => directory.write([], putFact), changes: false },
  'a write of rows': { run: () => directory.write([], disable), changes: true },
  'a write of rows that fails': {
    run: () => directory.write([], (tables) => disable(tables).then(() => Promise.reject())).catch(() => {}),
    changes: true,
  },
  'a commit of another process': {
    run: async () => other.prepare('UPDATE bots SET name = name || 1').run(),
    changes: true,
  },
};
const anySteps = fc.array(fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])), {
  maxLength: 8,
});

it('changes when something other than the calls of this process may have changed rows, and only then', async () => {
  await callBot();
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const before = lock.rows.current;
      for (const step of steps) await STEPS[step].run();
      await callBot();
      expect(lock.rows.current !== before).toBe(steps.some((step) => STEPS[step].changes));
    }),
  );
});

it('changes before and after the commit of a write of rows: what is read during the write is outdated with it', async () => {
  const seen = [lock.rows.current];
  await directory.write([], async (tables) => {
    await disable(tables);
    seen.push(lock.rows.current);
  });
  seen.push(lock.rows.current);
  expect(new Set(seen).size).toBe(3);
});

it.each([
  ['update "bots" set "name" = ?', true],
  ['insert into "api_keys" ("id") values (?)', true],
  ['delete from "bots" where "id" = ?', true],
  ['UPDATE bots SET name = 1', true],
  ['with "x" as (select 1) update "bots" set "name" = ?', true],
  ['insert or replace into "bots" ("id") values (?)', true],
  ['insert into "events" ("id") values (?)', false],
  ['update "deliveries" set "tries" = ?', false],
  ['delete from "sessions" where "id" = ?', false],
])('%s may change rows: %s', (sql, changes) => {
  expect(mayChangeRows(sql)).toBe(changes);
});

it('no write of another table changes rows: no foreign key and no trigger reaches them', () => {
  const actions = ['bots', 'api_keys'].flatMap((table) =>
    (other.pragma(`foreign_key_list(${table})`) as { table: string; on_delete: string; on_update: string }[])
      .filter((key) => key.table !== 'bots')
      .map(({ on_delete, on_update }) => [on_delete, on_update]),
  );
  expect(new Set(actions.flat())).toEqual(new Set(['NO ACTION']));
  const triggers = other.prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").pluck().all();
  expect(triggers.filter((sql) => !/RAISE/.test(String(sql)))).toEqual([]);
});
