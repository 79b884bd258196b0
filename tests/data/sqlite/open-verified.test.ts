import { renameSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import SqliteDatabase from '@/lib/data/sqlite/driver.mjs';
import { openExclusive, openVerified } from '@/lib/data/sqlite/files';
import { connect, openSqlite } from '@/lib/data/sqlite/open';
import { type Scratch, scratch } from '@/tests/support/data/sqlite-files';

let place: Scratch;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.remove());

const createNamed = (file: string, name: string) => {
  const database = new SqliteDatabase(file);
  database.exec(`CREATE TABLE name AS SELECT '${name}' AS name`);
  database.close();
};

it.each(['before it is opened', 'after it is opened'])(
  'a file that is replaced %s is not the one that stays open',
  (when) => {
    createNamed(place.file, 'old');
    createNamed(`${place.file}-new`, 'new');
    let tries = 0;
    const replace = () => {
      if (++tries === 1) renameSync(`${place.file}-new`, place.file);
    };
    const database = openVerified(place.file, () => {
      if (when === 'before it is opened') replace();
      const opened = new SqliteDatabase(place.file);
      if (when === 'after it is opened') replace();
      return opened;
    });
    expect(database.prepare('SELECT name FROM name').pluck().get()).toBe('new');
    database.close();
  },
);

it('an open database cannot be locked exclusively, and an exclusively locked one cannot be opened', () => {
  const open = openSqlite(place.file);
  expect(openExclusive(place.file)).toBeNull();
  open.close();
  const held = openExclusive(place.file);
  expect(held).not.toBeNull();
  expect(() => new SqliteDatabase(place.file, { timeout: 0 }).pragma('journal_mode = WAL')).toThrow('locked');
  held?.close();
  connect(place.file).close();
});
