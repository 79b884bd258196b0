import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { backUp, copyDatabase, restore } from '@/lib/container';
import { rehearse } from '@/lib/data/backup/rehearse';
import SqliteDatabase from '@/lib/data/sqlite/driver.mjs';
import { makeDatabase, type Scratch, scratch } from '../support/data/sqlite-files';
import { figure, randomFrom, size } from '../support/fault/campaign';
import { seedDatabase } from '../support/fault/database-contents';
import { createDatabase } from '../support/process/database-url';

/** Each is found, by a rehearsal and by a restore; none is taken for good. */
const DAMAGED = size(50, 1_000);
const PAGE = 4_096;

const openAll = () => true;

let place: Scratch;
beforeAll(() => {
  place = scratch();
});
afterAll(() => place.remove());

type Damage = (bytes: Buffer, random: (below: number) => number) => Buffer;

/** Changes that leave a valid database: only the checksum and the figures can show them. */
const statement = (sql: string): Damage => {
  return (bytes) => {
    const file = join(place.folder, 'changed.db');
    writeFileSync(file, bytes);
    makeDatabase(file, [sql]);
    const changed = readFileSync(file);
    rmSync(file);
    return changed;
  };
};

function swapped(bytes: Buffer, random: (below: number) => number): Buffer {
  const pages = Math.floor(bytes.length / PAGE);
  const one = 1 + random(pages - 1);
  const other = 1 + ((one + random(pages - 2)) % (pages - 1));
  const changed = Buffer.from(bytes);
  bytes.copy(changed, one * PAGE, other * PAGE, (other + 1) * PAGE);
  bytes.copy(changed, other * PAGE, one * PAGE, (one + 1) * PAGE);
  // The two may be the same.
  return changed.equals(bytes) ? swapped(bytes, random) : changed;
}

function oneByte(bytes: Buffer, random: (below: number) => number): Buffer {
  const changed = Buffer.from(bytes);
  const at = random(bytes.length);
  changed.writeUInt8(((changed[at] ?? 0) + 1 + random(255)) % 256, at);
  return changed;
}

/** A byte of a page that SQLite does not use: integrity_check does not see it. */
function freeByte(bytes: Buffer, random: (below: number) => number): Buffer {
  // The first trunk page of the free list, and after its header and numbers of leaves nothing that is read.
  const trunk = bytes.readUInt32BE(32);
  // What was copied from PostgreSQL has none.
  if (trunk === 0) return oneByte(bytes, random);
  const changed = Buffer.from(bytes);
  const at = trunk * PAGE - 1 - random(PAGE / 2);
  changed.writeUInt8(((changed[at] ?? 0) + 1 + random(255)) % 256, at);
  return changed;
}

/** `isByFigures`: found without the checksum too, so that a checksum made later hides nothing. */
const DAMAGES: readonly (readonly [name: string, damage: Damage, isByFigures?: boolean])[] = [
  ['one byte changed', oneByte],
  ['a byte of an unused page changed', freeByte],
  ['cut', (bytes, random) => bytes.subarray(0, random(bytes.length))],
  ['two pages swapped', swapped],
  ['of an older schema', statement('DELETE FROM schema_migrations WHERE version > 20'), true],
  ['of another program', statement('DROP TABLE schema_migrations'), true],
  ['a table emptied', statement('PRAGMA foreign_keys = OFF; DELETE FROM reports'), true],
  [
    'one report changed',
    statement(
      'UPDATE reports SET server_count = server_count + 1 WHERE bot_id = (SELECT min(bot_id) FROM reports) AND number = 1',
    ),
    true,
  ],
  ['its figures removed', statement('DROP TABLE backup_figures')],
];

describe.each(['SQLite', 'PostgreSQL'] as const)('a damaged backup of %s', (kind) => {
  let whole: string;
  beforeAll(async () => {
    const file = join(place.folder, `${kind}.db`);
    await seedDatabase(file, 40);
    // Rows that are gone leave unused pages.
    if (kind === 'SQLite')
      makeDatabase(file, [
        'CREATE TABLE gone (a)',
        'INSERT INTO gone VALUES (zeroblob(200000))',
        'DROP TABLE gone',
      ]);
    whole = join(place.folder, `${kind}.backup`);
    const sqlite = { kind: 'sqlite', file } as const;
    if (kind === 'SQLite') return void (await backUp(sqlite, whole));
    const url = await createDatabase(inject('postgresUrl'));
    await copyDatabase(sqlite, { kind: 'postgres', url });
    await backUp({ kind: 'postgres', url }, whole);
  });

  it('that is not damaged is proven good', async () => {
    expect(await rehearse(whole, openAll)).toEqual({ isProven: true, isSnapshot: true, problems: [] });
  });

  it(`is found: ${DAMAGED} of them`, { timeout: 1_800_000 }, async () => {
    const random = randomFrom(1);
    const counts = new Map<string, number>();
    const bytes = readFileSync(whole);
    for (let at = 0; at < DAMAGED; at++) {
      const [name, damage, isByFigures = false] = DAMAGES[at % DAMAGES.length] ?? [];
      if (name === undefined || damage === undefined) throw new Error('There is no such damage.');
      const changed = damage(bytes, random);
      expect(changed.equals(bytes), `${at}: ${name}`).toBe(false);
      const file = join(place.folder, `${kind}-${at}.backup`);
      writeFileSync(file, changed);
      const found = async () => {
        const { problems } = await rehearse(file, openAll);
        expect(problems, `${at}: ${name}`).not.toEqual([]);
        const target = join(place.folder, `${kind}-${at}.db`);
        await expect(
          restore(file, { kind: 'sqlite', file: target }, false),
          `${at}: ${name}`,
        ).rejects.toThrow(/not a valid backup/);
      };
      if (isByFigures) await found();
      copyFileSync(`${whole}.sha256`, `${file}.sha256`);
      await found();
      rmSync(file);
      rmSync(`${file}.sha256`);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const all = [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
    figure('Backup', `damaged backups of ${kind}`, `none taken for good: ${all}`);
  });

  it('without checksum and figures is restored as before, and called unproven', async () => {
    const file = join(place.folder, `${kind}-old.backup`);
    copyFileSync(whole, file);
    makeDatabase(file, ['DROP TABLE backup_figures']);
    expect(await rehearse(file, openAll)).toEqual({ isProven: false, isSnapshot: true, problems: [] });
    const target = join(place.folder, `${kind}-old.db`);
    await restore(file, { kind: 'sqlite', file: target }, false);
    const restored = new SqliteDatabase(target, { readonly: true });
    expect(restored.prepare('SELECT count(*) FROM reports').pluck().get()).toBeGreaterThan(0);
    restored.close();
  });
});
