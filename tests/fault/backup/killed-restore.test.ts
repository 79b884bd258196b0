import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { type Content, contentOf } from '../../support/fault/contents';
import { expectDurableOrder } from '../../support/fault/durable-order';
import { addReports, fillDatabase } from '../../support/fault/filled';
import { killPlaces, traced } from '../../support/fault/killed-commands';
import { expectPrivate } from '../../support/fault/left-overs';
import { twoAtATime } from '../../support/fault/two-at-a-time';
import { settingsFor } from '../../support/process/database-url';
import { openShell } from '../../unit/cli/run';

const KILLS = size(8, 100);
const NAME = 'botmeter.db';

const folder = mkdtempSync(join(tmpdir(), 'botmeter-killed-restore-'));
const backup = join(folder, 'new.backup');
/** As a server that was killed leaves it: some of it is in the WAL only. */
const left = join(folder, 'left');
let [oldContent, newContent]: (Content | null)[] = [null, null];

beforeAll(async () => {
  const made = await fillDatabase(join(folder, 'new.db'), 60);
  expect(await openShell(settingsFor(made), true).botmeter(['backup', backup])).toMatchObject({ status: 0 });
  newContent = await contentOf(made);

  const old = await fillDatabase(join(folder, 'old.db'), 50);
  const open = new SqliteDatabase(old);
  open.pragma('journal_mode = WAL');
  open.pragma('wal_autocheckpoint = 0');
  await addReports(old, [3, 4]);
  mkdirSync(left);
  for (const suffix of ['', '-wal', '-shm']) cpSync(old + suffix, join(left, NAME + suffix));
  open.close();
  oldContent = await contentOf(old);
  expect(oldContent.reports).toHaveLength(250);
});
afterAll(() => rmSync(folder, { recursive: true }));

const invocation = (file: string) => ({ args: ['restore', backup, '--force'], env: settingsFor(file) });

/** What whoever opens the database finds; on a copy, so that the next command meets what the kill has left. */
async function foundIn(place: string): Promise<Content | null> {
  const copy = `${place}-looked-at`;
  cpSync(place, copy, { recursive: true });
  const file = join(copy, NAME);
  try {
    // Made to be locked, or about to be: to a server it is a new one.
    const isEmpty = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
    return isEmpty ? null : await contentOf(file);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

describe.each([
  ['over a database with data', left],
  ['where there is none', null],
] as const)('a restore %s', (where, former) => {
  const random = randomFrom(SEED + 2);
  const placeOf = (name: string) => {
    const place = join(folder, `${where.length}-${name}`);
    if (former === null) mkdirSync(place);
    else cpSync(former, place, { recursive: true });
    return { place, file: join(place, NAME) };
  };
  const expected = () => (former === null ? null : oldContent);

  it(`killed at ${KILLS} of its system calls leaves the old one or the new one, and works when run again`, {
    timeout: 3_600_000,
  }, async () => {
    const { place, file } = placeOf('whole');
    expect(await foundIn(place)).toEqual(expected());
    const { calls } = await traced(invocation(file), file);
    expectDurableOrder(calls, file);
    expect(await foundIn(place)).toEqual(newContent);

    let [killed, replaced] = [0, 0];
    await twoAtATime(killPlaces(calls, KILLS, random), async (killAt, i) => {
      const { place, file } = placeOf(`call-${i}`);
      const { signal } = await traced(invocation(file), file, killAt);
      if (signal === 'SIGKILL') killed++;
      expectPrivate(
        place,
        ['', '-wal', '-shm', '-journal'].map((suffix) => NAME + suffix),
      );
      const found = await foundIn(place);
      const isNew = found?.integrity === 'ok' && found.bots.length === newContent?.bots.length;
      if (isNew) replaced++;
      expect(found, `killed at ${killAt.call}`).toEqual(isNew ? newContent : expected());
      const { botmeter } = openShell(settingsFor(file), true);
      expect(await botmeter(['restore', backup, '--force'])).toMatchObject({ status: 0, stderr: '' });
      expect(readdirSync(place)).toEqual([NAME]);
      expectPrivate(place);
      expect(await contentOf(file)).toEqual(newContent);
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
