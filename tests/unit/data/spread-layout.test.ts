import { describe, expect, test } from 'vitest';
import { MIGRATIONS } from '@/lib/data/migrations/all';
import type { Migration } from '@/lib/data/migrations/migration';
import { REFERENCE, WITH_BOT } from '@/lib/data/postgres/distribute';
import { TABLES } from '@/lib/data/table-list';

/** Migrations up to this one ran before any database was spread. */
const BEFORE_SPREADING = 21;
/** `distribute` knows the place of the tables up to this migration. */
const PLACED_BY_DISTRIBUTE = 22;
const SPREAD = ['bots', ...WITH_BOT];

/** What Citus would refuse of a statement, or not hold, on a database that is spread. */
function faultOf(statement: string): string | null {
  const text = statement.replace(/\s+/g, ' ').trim();
  const table = /(?:ON|ALTER TABLE) (\w+)/i.exec(text)?.[1] ?? '';
  if (/^ALTER TABLE/i.test(text) && /,\s*(ADD|DROP|ALTER|RENAME)\b/i.test(text))
    return 'has several subcommands in one ALTER TABLE';
  if (/^ALTER TABLE/i.test(text) && / ADD (PRIMARY KEY|UNIQUE|CHECK|FOREIGN KEY)/i.test(text))
    return 'adds a constraint without a name';
  if (/^ALTER TABLE/i.test(text) && / ADD COLUMN .*(REFERENCES|UNIQUE|CHECK)/i.test(text))
    return 'adds a column with a constraint, instead of the constraint by name';
  if (/^CREATE TRIGGER/i.test(text) && SPREAD.includes(table)) return 'makes a trigger on spread rows';
  const key = table === 'bots' ? 'id' : 'bot_id';
  if (/^CREATE UNIQUE INDEX/i.test(text) && SPREAD.includes(table) && !new RegExp(`\\b${key}\\b`).test(text))
    return 'makes a unique index without the bot';
  return null;
}

/** The tables that a migration makes without saying where a cluster keeps them. */
const withoutPlace = ({ postgres, spread = [] }: Pick<Migration, 'postgres' | 'spread'>): string[] =>
  postgres
    .flatMap((statement) => /CREATE TABLE (\w+)/.exec(statement)?.[1] ?? [])
    .filter((table) => !spread.some((statement) => statement.includes(`'${table}'`)));

describe('migrations that spread databases run', () => {
  test('keep the rules of Citus', () => {
    const later = MIGRATIONS.filter(({ version }) => version > BEFORE_SPREADING);
    const faults = later.flatMap(({ name, postgres }) =>
      postgres.map((statement) => [name, faultOf(statement)]).filter(([, fault]) => fault !== null),
    );
    expect(faults).toEqual([]);
  });

  test('say where a cluster keeps each new table', () => {
    const postgres = ['CREATE TABLE a (\n  bot_id text)'];
    expect(withoutPlace({ postgres })).toEqual(['a']);
    expect(withoutPlace({ postgres, spread: ["SELECT create_reference_table('a')"] })).toEqual([]);
    const later = MIGRATIONS.filter(({ version }) => version > PLACED_BY_DISTRIBUTE);
    expect(later.flatMap(withoutPlace)).toEqual([]);
  });

  test.each([
    ['ALTER TABLE bots ADD COLUMN a text, ADD COLUMN b text', 'has several subcommands in one ALTER TABLE'],
    ['ALTER TABLE votes ADD UNIQUE (hash)', 'adds a constraint without a name'],
    [
      'ALTER TABLE bots ADD COLUMN a text REFERENCES users (id)',
      'adds a column with a constraint, instead of the constraint by name',
    ],
    [
      'CREATE TRIGGER a BEFORE UPDATE ON marks FOR EACH ROW EXECUTE FUNCTION f()',
      'makes a trigger on spread rows',
    ],
    ['CREATE UNIQUE INDEX a ON events (id)', 'makes a unique index without the bot'],
    ['CREATE UNIQUE INDEX a ON events (bot_id, id)', null],
    ['ALTER TABLE bots ADD COLUMN a numeric(9, 2)', null],
    ['ALTER TABLE votes ADD CONSTRAINT votes_hash UNIQUE (hash)', null],
  ])('%s: %s', (statement, fault) => {
    expect(faultOf(statement)).toBe(fault);
  });

  test('have a place for every table that is spread or copied', () => {
    const names = TABLES.map(({ name }) => name as string);
    // One row for the whole service, which no backup has.
    expect([...SPREAD, ...REFERENCE].filter((name) => !names.includes(name))).toEqual(['folding']);
  });
});
