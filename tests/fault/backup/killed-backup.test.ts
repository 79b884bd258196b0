import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { acknowledgedBy, contentOf, missingFrom } from '../../support/fault/database-contents';
import { expectDurableOrder } from '../../support/fault/durable-order';
import { expectPrivate } from '../../support/fault/file-permissions';
import { killPoints, roundTripsToKillAt, throughProxy, traced } from '../../support/fault/trace-commands';
import { twoAtATime } from '../../support/fault/two-at-a-time';
import { startPostgres } from '../../support/postgres.mjs';
import { createDatabase, settingsFor } from '../../support/process/database-url';
import { Load } from '../../support/process/load';
import { createOwner, Operator } from '../../support/process/operator';
import { type Service, startService, stopService } from '../../support/process/service';
import { openShell } from '../../unit/cli/run';

const KILLS = size(6, 100);
const CONNECTIONS = 4;

const folder = mkdtempSync(join(tmpdir(), 'botmeter-killed-backup-'));
let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

describe.each(['SQLite', 'PostgreSQL'] as const)('a backup of %s under load', (kind) => {
  let database: string;
  let service: Service;
  let load: Load;
  let running: Promise<void>;
  const random = randomFrom(SEED);
  beforeAll(async () => {
    database = kind === 'SQLite' ? join(folder, 'live', 'botmeter.db') : await createDatabase(postgres.url);
    service = await startService(kind === 'SQLite' ? { databaseFile: database } : { databaseUrl: database });
    await createOwner(database);
    const operator = new Operator(database);
    load = new Load(await operator.bots(size(500, 5_000), 'business'), { pauseMs: size(50, 300) });
    await operator.close();
    running = load.run(service.port, CONNECTIONS);
  });
  afterAll(() => stopService(service));

  const invocation = (file: string, from = database) => ({ args: ['backup', file], env: settingsFor(from) });
  const placeOf = (name: string) => {
    const place = join(folder, `${kind}-${name}`);
    mkdirSync(place);
    return { place, file: join(place, 'botmeter.backup') };
  };

  /** A backup that lacks none of these reports. Looked at in a copy: the backup stays as it was made. */
  async function expectWhole(file: string, reports: readonly string[]): Promise<void> {
    const copy = `${dirname(file)}.looked-at`;
    copyFileSync(file, copy);
    const content = await contentOf(copy);
    expect(content.integrity).toBe('ok');
    expect(missingFrom(content, reports)).toEqual([]);
    rmSync(copy);
  }

  /** Whatever the kill has left: nothing or a whole backup, for no one else to read; and the same command works again. */
  async function expectWholeOrNothing(place: string, file: string, before: readonly string[]): Promise<void> {
    expectPrivate(place);
    const isThere = existsSync(file);
    if (isThere) await expectWhole(file, before);
    const { botmeter } = openShell(settingsFor(database), true);
    const again = await botmeter(['backup', file]);
    if (isThere)
      expect(again).toMatchObject({ status: 1, stderr: expect.stringMatching(/ exists[^\n]*\n$/) });
    else expect(again).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(place)).toEqual(['botmeter.backup']);
    await expectWhole(file, before);
    rmSync(place, { recursive: true });
  }

  it(`killed at ${KILLS} of its system calls is whole or not there, and made by the next run`, {
    timeout: 3_600_000,
  }, async () => {
    const { file } = placeOf('whole');
    const { calls } = await traced(invocation(file), file);
    expectDurableOrder(calls, file);
    let killed = 0;
    await twoAtATime(killPoints(calls, KILLS, random), async (killAt, i) => {
      const { place, file } = placeOf(`call-${i}`);
      const before = acknowledgedBy(load);
      const { signal } = await traced(invocation(file), file, killAt);
      if (signal === 'SIGKILL') killed++;
      await expectWholeOrNothing(place, file, before);
    });
    expect(killed).toBeGreaterThan(KILLS / 2);
    figure(
      'Backup',
      `a backup of ${kind} under load killed at ${KILLS} of its system calls`,
      `${killed} killed, each whole or not there, made by the next run, no left-over`,
    );
  });

  if (kind === 'PostgreSQL')
    it(`killed at ${KILLS} of its round trips is whole or not there, and made by the next run`, {
      timeout: 3_600_000,
    }, async () => {
      const { file } = placeOf('wire');
      const { roundTrips } = await throughProxy(database, (url) => invocation(file, url));
      let killed = 0;
      await twoAtATime(roundTripsToKillAt(roundTrips, KILLS, random), async (killAt, i) => {
        const { place, file } = placeOf(`trip-${i}`);
        const before = acknowledgedBy(load);
        const { signal } = await throughProxy(database, (url) => invocation(file, url), killAt);
        if (signal === 'SIGKILL') killed++;
        await expectWholeOrNothing(place, file, before);
      });
      expect(killed).toBeGreaterThan(KILLS / 2);
      figure(
        'Backup',
        `a backup of ${kind} under load killed at ${KILLS} of its round trips`,
        `${killed} killed, each whole or not there, made by the next run, no left-over`,
      );
    });

  it('and the database that was backed up has all that was acknowledged', async () => {
    load.stop();
    await running;
    expect(load.unexpected).toEqual([]);
    const content = await contentOf(database);
    expect(content.integrity).toBe('ok');
    expect(acknowledgedBy(load).length).toBeGreaterThan(0);
    expect(missingFrom(content, acknowledgedBy(load))).toEqual([]);
  });
});
