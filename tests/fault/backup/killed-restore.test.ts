import { cpSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import SqliteDatabase from '@/lib/data/sqlite/driver.mjs';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { expectDurableOrder, killAtEach, killPoints, runsWell, traced } from '../../support/fault/commands';
import { addReports, type Content, contentOf, seedDatabase } from '../../support/fault/database-contents';
import { suiteFolder } from '../../support/fault/serve';
import { settingsFor } from '../../support/process/database-url';
import { expectPrivate } from '../../support/process/test-resources';

const KILLS = size(3, 100);
const NAME = 'botmeter.db';
const SIDE_FILES = ['-wal', '-shm', '-journal'].map((suffix) => NAME + suffix);

const folder = suiteFolder();
const backup = join(folder, 'new.backup');
/** A database as a killed server leaves it: its last reports are only in the WAL. */
const killedServer = join(folder, 'killed-server');
/** A database that was used after its backup: a key of each bot was revoked, and there is a session. */
const continued = join(folder, 'continued');
const ownBackup = join(folder, 'own.backup');

type Stored = Content & { readonly sessions: readonly unknown[] };
type OldAndNew = { old: Stored | null; new: Stored | null };
const contents: Record<'killed' | 'continued', OldAndNew> = {
  killed: { old: null, new: null },
  continued: { old: null, new: null },
};

async function withSessions(file: string): Promise<Stored> {
  const database = new SqliteDatabase(file);
  const sessions = database.prepare('SELECT hash FROM sessions ORDER BY hash').all();
  database.close();
  return { ...(await contentOf(file)), sessions };
}

function runSql(file: string, sql: string): void {
  new SqliteDatabase(file).exec(sql).close();
}

beforeAll(async () => {
  const source = await seedDatabase(join(folder, 'new.db'), 60);
  await runsWell(source, 'backup', backup);
  contents.killed.new = await withSessions(source);

  const old = await seedDatabase(join(folder, 'old.db'), 50);
  const open = new SqliteDatabase(old);
  open.pragma('journal_mode = WAL');
  open.pragma('wal_autocheckpoint = 0');
  await addReports(old, [3, 4]);
  mkdirSync(killedServer);
  for (const suffix of ['', '-wal', '-shm']) cpSync(old + suffix, join(killedServer, NAME + suffix));
  open.close();
  contents.killed.old = await withSessions(old);
  expect(contents.killed.old.reports).toHaveLength(250);

  const live = await seedDatabase(join(folder, 'live.db'), 40);
  runSql(
    live,
    `INSERT INTO sessions (hash, user_id, created_at_ms, expires_at_ms, client)
     SELECT 'hash of ' || id, id, 1, 9000000000000000, 'a browser' FROM users`,
  );
  await runsWell(live, 'backup', ownBackup);
  const atBackup = await contentOf(live);
  runSql(live, 'UPDATE api_keys SET revoked_at_ms = 5');
  await addReports(live, [3]);
  mkdirSync(continued);
  cpSync(live, join(continued, NAME));
  contents.continued.old = await withSessions(live);
  expect(contents.continued.old.sessions).toHaveLength(1);
  contents.continued.new = { ...atBackup, keys: contents.continued.old.keys, sessions: [] };
});

/** The content of the database in a folder. Opens a copy, so that the next command meets what the kill left. */
async function storedIn(place: string): Promise<Stored | null> {
  const copy = `${place}-copy`;
  cpSync(place, copy, { recursive: true });
  const file = join(copy, NAME);
  try {
    // A server treats an empty file, which was created to be locked, as a new database.
    const isEmpty = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
    return isEmpty ? null : await withSessions(file);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

describe.each([
  ['over a database with data', killedServer, backup, contents.killed],
  ['without an old database', null, backup, contents.killed],
  ['over the database that the backup is of', continued, ownBackup, contents.continued],
] as const)('a restore %s', (where, former, from, content) => {
  const newPlace = (name: string) => {
    const place = join(folder, `${where.replaceAll(' ', '-')}-${name}`);
    if (former === null) mkdirSync(place);
    else cpSync(former, place, { recursive: true });
    const file = join(place, NAME);
    return { place, file, command: { args: ['restore', from, '--force'], env: settingsFor(file) } };
  };
  const oldContent = () => (former === null ? null : content.old);

  it(`killed at ${KILLS} of its system calls leaves the old or the new database, and works when run again`, {
    timeout: 3_600_000,
  }, async () => {
    const { place, file, command } = newPlace('whole');
    expect(await storedIn(place)).toEqual(oldContent());
    const { calls, points } = await traced(command, file);
    expectDurableOrder(calls, file);
    expect(await storedIn(place)).toEqual(content.new);

    let replaced = 0;
    const killed = await killAtEach(killPoints(points, KILLS, randomFrom(SEED + 2)), async (point, i) => {
      const { place, file, command } = newPlace(`call-${i}`);
      const { signal } = await traced(command, file, point);
      expectPrivate(place, [NAME, ...SIDE_FILES]);
      const stored = await storedIn(place);
      if (!isDeepStrictEqual(stored, content.new))
        expect(stored, `killed at ${point.call}`).toEqual(oldContent());
      else if (signal === 'SIGKILL') replaced++;
      await runsWell(file, ...command.args);
      expect(readdirSync(place)).toEqual([NAME]);
      expectPrivate(place);
      expect(await withSessions(file)).toEqual(content.new);
      rmSync(place, { recursive: true });
      return signal;
    });
    expect(replaced).toBeLessThan(KILLS);
    figure(
      'Backup',
      `a restore ${where} killed at ${KILLS} of its system calls`,
      `${killed} killed; ${KILLS - replaced} left the whole old database, ${replaced} the whole new one; the next run completed it, no temp file left`,
    );
  });
});
