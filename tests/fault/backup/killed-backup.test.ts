import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import {
  expectDurableOrder,
  isRefused,
  killAtEach,
  killPoints,
  roundTripsToKillAt,
  runsWellBeside,
  throughProxy,
  traced,
} from '../../support/fault/commands';
import { acknowledgedBy, contentOf, missingFrom } from '../../support/fault/database-contents';
import { type Served, serve, suiteFolder } from '../../support/fault/serve';
import { createDatabase, settingsFor } from '../../support/process/database-url';
import { Load } from '../../support/process/load';
import { expectPrivate } from '../../support/process/test-resources';

const KILLS = size(2, 100);
const CONNECTIONS = 4;
const TIMEOUT = { timeout: 3_600_000 };

const folder = suiteFolder();

describe.each(['SQLite', 'PostgreSQL'] as const)('a backup of %s under load', (kind) => {
  let database: string;
  let on: Served;
  let load: Load;
  let running: Promise<void>;
  const random = randomFrom(SEED);
  beforeAll(async () => {
    database =
      kind === 'SQLite' ? join(folder, 'live', 'botmeter.db') : await createDatabase(inject('postgresUrl'));
    on = await serve(database);
    load = new Load(await on.operator.bots(size(500, 5_000), 'business'), { pauseMs: size(50, 300) });
    running = load.run(on.service.port, CONNECTIONS);
  });
  afterAll(() => on.stop());

  const invocation = (file: string, from = database) => ({ args: ['backup', file], env: settingsFor(from) });
  const newFile = (name: string) => {
    mkdirSync(join(folder, `${kind}-${name}`));
    return join(folder, `${kind}-${name}`, 'botmeter.backup');
  };

  /** Opens a copy, so that the backup stays as it was made. */
  async function expectHolds(file: string, reports: readonly string[]): Promise<void> {
    const copy = `${dirname(file)}.copy`;
    copyFileSync(file, copy);
    const content = await contentOf(copy);
    expect(content.integrity).toBe('ok');
    expect(missingFrom(content, reports)).toEqual([]);
    rmSync(copy);
  }

  /** Runs a backup that is killed: it leaves no backup or a whole private one, and the same command works again. */
  async function expectAllOrNothing(
    name: string,
    run: (file: string) => ReturnType<typeof throughProxy | typeof traced>,
  ) {
    const file = newFile(name);
    const before = acknowledgedBy(load);
    const { signal } = await run(file);
    expectPrivate(dirname(file));
    if (existsSync(file)) {
      await expectHolds(file, before);
      await isRefused(' exists', database, 'backup', file);
    } else await runsWellBeside(database, 'backup', file);
    expect(readdirSync(dirname(file)).toSorted()).toEqual(['botmeter.backup', 'botmeter.backup.sha256']);
    await expectHolds(file, before);
    rmSync(dirname(file), { recursive: true });
    return signal;
  }

  const figureOf = (killed: number, points: string) =>
    figure(
      'Backup',
      `a backup of ${kind} under load killed at ${KILLS} of its ${points}`,
      `${killed} killed; each left a whole backup or none, the next run made it, no temp file left`,
    );

  it(
    `killed at ${KILLS} of its system calls is whole or not there, and made by the next run`,
    TIMEOUT,
    async () => {
      const whole = newFile('whole');
      const { calls, points } = await traced(invocation(whole), whole);
      expectDurableOrder(calls, whole);
      const killed = await killAtEach(killPoints(points, KILLS, random), (point, i) =>
        expectAllOrNothing(`call-${i}`, (file) => traced(invocation(file), file, point)),
      );
      figureOf(killed, 'system calls');
    },
  );

  if (kind === 'PostgreSQL')
    it(
      `killed at ${KILLS} of its round trips is whole or not there, and made by the next run`,
      TIMEOUT,
      async () => {
        const run = (file: string, killAt?: number) =>
          throughProxy(database, (url) => invocation(file, url), killAt);
        const { roundTrips } = await run(newFile('whole-trips'));
        const killed = await killAtEach(roundTripsToKillAt(roundTrips, KILLS, random), ({ nth }, i) =>
          expectAllOrNothing(`trip-${i}`, (file) => run(file, nth)),
        );
        figureOf(killed, 'round trips');
      },
    );

  it('leaves every acknowledged report in the database', async () => {
    load.stop();
    await running;
    expect(load.unexpected).toEqual([]);
    const content = await contentOf(database);
    expect(content.integrity).toBe('ok');
    expect(acknowledgedBy(load).length).toBeGreaterThan(0);
    expect(missingFrom(content, acknowledgedBy(load))).toEqual([]);
  });
});
