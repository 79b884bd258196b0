import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { type Content, contentOf } from '../../support/fault/database-contents';
import { expectDurableOrder } from '../../support/fault/durable-order';
import { expectPrivate } from '../../support/fault/file-permissions';
import { addReports, seedDatabase } from '../../support/fault/seed-database';
import { killPoints, traced } from '../../support/fault/trace-commands';
import { twoAtATime } from '../../support/fault/two-at-a-time';
import { settingsFor } from '../../support/process/database-url';
import { openRawDatabase } from '../../support/process/raw-database';
import { openShell } from '../../unit/cli/run';

const KILLS = size(8, 100);
const NAME = 'botmeter.db';

const folder = mkdtempSync(join(tmpdir(), 'botmeter-killed-restore-'));
const backup = join(folder, 'new.backup');
/** As a server that was killed leaves it: some of it is in the WAL only. */
const left = join(folder, 'left');
/** The same for a database that went on from its backup: a key of each bot was revoked, and someone signed in. */
const continued = join(folder, 'continued');
const ownBackup = join(folder, 'own.backup');

type Found = Content & { readonly sessions: readonly unknown[] };
const contents: Record<'left' | 'continued', { old: Found | null; new: Found | null }> = {
  left: { old: null, new: null },
  continued: { old: null, new: null },
};

async function withSessions(file: string): Promise<Found> {
  const content = await contentOf(file);
  const rawDatabase = openRawDatabase(`file:${file}`);
  const sessions = await rawDatabase.rows('SELECT hash FROM sessions ORDER BY hash');
  await rawDatabase.close();
  return { ...content, sessions };
}

async function signInAll(database: string): Promise<void> {
  const rawDatabase = openRawDatabase(`file:${database}`);
  await rawDatabase.run(
    `INSERT INTO sessions (hash, user_id, created_at_ms, expires_at_ms, client)
      SELECT 'hash of ' || id, id, 1, 9000000000000000, 'a browser' FROM users`,
  );
  await rawDatabase.close();
}

beforeAll(async () => {
  const made = await seedDatabase(join(folder, 'new.db'), 60);
  expect(await openShell(settingsFor(made), true).botmeter(['backup', backup])).toMatchObject({ status: 0 });
  contents.left.new = await withSessions(made);

  const old = await seedDatabase(join(folder, 'old.db'), 50);
  const open = new SqliteDatabase(old);
  open.pragma('journal_mode = WAL');
  open.pragma('wal_autocheckpoint = 0');
  await addReports(old, [3, 4]);
  mkdirSync(left);
  for (const suffix of ['', '-wal', '-shm']) cpSync(old + suffix, join(left, NAME + suffix));
  open.close();
  contents.left.old = await withSessions(old);
  expect(contents.left.old.reports).toHaveLength(250);

  const live = await seedDatabase(join(folder, 'live.db'), 40);
  await signInAll(live);
  expect(await openShell(settingsFor(live), true).botmeter(['backup', ownBackup])).toMatchObject({
    status: 0,
  });
  const asOfBackup = await contentOf(live);
  const rawDatabase = openRawDatabase(`file:${live}`);
  await rawDatabase.run('UPDATE api_keys SET revoked_at_ms = 5');
  await rawDatabase.close();
  await addReports(live, [3]);
  mkdirSync(continued);
  cpSync(live, join(continued, NAME));
  contents.continued.old = await withSessions(live);
  expect(contents.continued.old.sessions).toHaveLength(1);
  contents.continued.new = { ...asOfBackup, keys: contents.continued.old.keys, sessions: [] };
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What whoever opens the database finds; on a copy, so that the next command meets what the kill has left. */
async function foundIn(place: string): Promise<Found | null> {
  const copy = `${place}-looked-at`;
  cpSync(place, copy, { recursive: true });
  const file = join(copy, NAME);
  try {
    // Made to be locked, or about to be: to a server it is a new one.
    const isEmpty = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
    return isEmpty ? null : await withSessions(file);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

describe.each([
  ['over a database with data', left, backup, contents.left],
  ['where there is none', null, backup, contents.left],
  ['over the database that the backup is of', continued, ownBackup, contents.continued],
] as const)('a restore %s', (where, former, from, content) => {
  const invocation = (file: string) => ({ args: ['restore', from, '--force'], env: settingsFor(file) });
  const random = randomFrom(SEED + 2);
  const placeOf = (name: string) => {
    const place = join(folder, `${where.replaceAll(' ', '-')}-${name}`);
    if (former === null) mkdirSync(place);
    else cpSync(former, place, { recursive: true });
    return { place, file: join(place, NAME) };
  };
  const expected = () => (former === null ? null : content.old);

  it(`killed at ${KILLS} of its system calls leaves the old one or the new one, and works when run again`, {
    timeout: 3_600_000,
  }, async () => {
    const { place, file } = placeOf('whole');
    expect(await foundIn(place)).toEqual(expected());
    const { calls } = await traced(invocation(file), file);
    expectDurableOrder(calls, file);
    expect(await foundIn(place)).toEqual(content.new);

    let [killed, replaced] = [0, 0];
    await twoAtATime(killPoints(calls, KILLS, random), async (killAt, i) => {
      const { place, file } = placeOf(`call-${i}`);
      const { signal } = await traced(invocation(file), file, killAt);
      if (signal === 'SIGKILL') killed++;
      expectPrivate(
        place,
        ['', '-wal', '-shm', '-journal'].map((suffix) => NAME + suffix),
      );
      const found = await foundIn(place);
      const isNew = isDeepStrictEqual(found, content.new);
      if (isNew) replaced++;
      else expect(found, `killed at ${killAt.call}`).toEqual(expected());
      const { botmeter } = openShell(settingsFor(file), true);
      expect(await botmeter(['restore', from, '--force'])).toMatchObject({ status: 0, stderr: '' });
      expect(readdirSync(place)).toEqual([NAME]);
      expectPrivate(place);
      expect(await withSessions(file)).toEqual(content.new);
      rmSync(place, { recursive: true });
    });
    expect(killed).toBeGreaterThan(KILLS / 2);
    expect(replaced).toBeLessThan(KILLS);
    figure(
      'Backup',
      `a restore ${where} killed at ${KILLS} of its system calls`,
      `${killed} killed; ${KILLS - replaced} times all of the old one, ${replaced} times all of the new one; done by the next run, no left-over`,
    );
  });
});
