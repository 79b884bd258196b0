import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { PLANS } from '@/lib/domain/quota/plan';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { suiteFolder } from '../../support/fault/serve';
import { expectInvariants, Load } from '../../support/process/load';
import { createOwner, Operator } from '../../support/process/operator';
import { type Service, startService, stopService } from '../../support/process/service';

const KILLS = size(3, 50);
const REPORTS = size(400, 10_000);
const READY_WITHIN_MS = 5_000;
/** On a busy machine: so many times what an undisturbed start takes on it. */
const STARTS = 3;
const STOPS = size(1, 100);
const STOP_MAX_MS = 10_000;
/** More than two runs send reports for, so that few reports are refused as too soon. */
const BOTS = 2_000;
const CONNECTIONS = 48;
const INTERVAL_MS = 60_000;
/** In the -shm file: the frames of the WAL that are in the database file, and those that a checkpoint is to copy. */
const [COPIED_AT, TO_COPY_AT] = [96, 128];

const folder = suiteFolder();
let service: Service | undefined;
afterAll(() => service?.kill('SIGKILL'));

it(`loses no acknowledged report or event and counts none twice in ${KILLS} SIGKILLs under load`, {
  timeout: 900_000,
}, async () => {
  const databaseFile = join(folder, 'killed.db');
  const firstStartAt = performance.now();
  service = await startService({ databaseFile });
  const firstStartMs = performance.now() - firstStartAt;
  await createOwner(databaseFile);
  let operator = new Operator(databaseFile);
  // The first call of each bot crosses a threshold, whose event is written with it.
  const usedBefore = PLANS.business.callsPerCycle * 0.8 - 1;
  const load = new Load(await operator.bots(BOTS, 'business'), { usedBefore });
  await operator.setUsedForAll(usedBefore);
  await operator.close();

  const random = randomFrom(SEED);
  let slowestStartMs = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const { port, kill: signal, ended } = service;
    // At a different point each time; alternately after a request and after a response; every third time while the WAL
    // is copied into the file.
    const isAtCheckpoint = kill % 3 === 0;
    const framesAt = (offset: number) => readFileSync(`${databaseFile}-shm`).readUInt32LE(offset);
    // After a crash SQLite takes all frames as to be copied.
    const recovered = framesAt(TO_COPY_AT);
    const wanted = 150 + random(300);
    const [reportsBefore, sentBefore] = [load.acknowledgedReports, load.sent];
    await load.run(port, CONNECTIONS, () => {
      const isEnough = isAtCheckpoint
        ? framesAt(TO_COPY_AT) > Math.max(recovered, framesAt(COPIED_AT))
        : kill % 2 === 0
          ? load.acknowledgedReports - reportsBefore >= wanted
          : load.sent - sentBefore >= 3 * wanted;
      if (isEnough) signal('SIGKILL');
    });
    expect((await ended).signal).toBe('SIGKILL');
    expect(load.acknowledgedReports).toBeGreaterThan(reportsBefore);

    // No other connection is open: the database recovers from its files alone, as after a power loss.
    operator = new Operator(databaseFile);
    await expectInvariants(operator, load, { intervalMs: INTERVAL_MS, unansweredCounted: true });
    // Not every time: in the others, reports from before the kill must still delay later ones.
    if (kill % 2 === 0 || isAtCheckpoint) {
      await operator.letPassForAll(INTERVAL_MS);
      load.letPass(INTERVAL_MS);
    }
    await operator.close();
    const startedAt = performance.now();
    service = await startService({ databaseFile });
    slowestStartMs = Math.max(slowestStartMs, performance.now() - startedAt);
  }
  const unanswered = [...load.journals.values()].reduce((sum, journal) => sum + journal.unanswered, 0);
  expect(load.acknowledgedReports).toBeGreaterThan(REPORTS);
  expect(slowestStartMs).toBeLessThan(Math.max(READY_WITHIN_MS, STARTS * firstStartMs));
  // Otherwise the kills did not hit calls in progress.
  expect(unanswered).toBeGreaterThan(KILLS);
  expect((await stopService(service)).code).toBe(0);
  figure(
    'Crash',
    `${KILLS} SIGKILLs under load: every acknowledged report stored once, counters within bounds, integrity_check ok`,
    `${load.acknowledgedReports} reports acknowledged, 0 lost, 0 doubled, ${unanswered} calls without a response, slowest start ${slowestStartMs.toFixed(0)} ms`,
  );
});

it(`in ${STOPS} stops under load responds to every call that reached it, counts no other, and exits 0`, {
  timeout: 1_200_000,
}, async () => {
  const random = randomFrom(SEED);
  const databaseFile = join(folder, 'stopped.db');
  await createOwner(databaseFile);
  const operator = new Operator(databaseFile);
  const load = new Load(await operator.bots(1_000, 'business'));
  let slowestMs = 0;
  for (let stop = 1; stop <= STOPS; stop++) {
    service = await startService({ databaseFile });
    const { port, kill, ended } = service;
    const { acknowledgedReports: before } = load;
    const wanted = before + 100 + random(400);
    let stoppedAt = 0;
    await load.run(port, CONNECTIONS, () => {
      if (stoppedAt > 0 || load.acknowledgedReports < wanted) return;
      stoppedAt = performance.now();
      kill('SIGTERM');
    });
    expect(await ended).toEqual({ code: 0, signal: null });
    slowestMs = Math.max(slowestMs, performance.now() - stoppedAt);
    expect(load.acknowledgedReports).toBeGreaterThan(before);
    expect(load.droppedOnOpenConnections).toBe(0);
    await expectInvariants(operator, load, { intervalMs: INTERVAL_MS, unansweredCounted: false });
    await operator.letPassForAll(INTERVAL_MS);
    load.letPass(INTERVAL_MS);
  }
  expect(slowestMs).toBeLessThan(STOP_MAX_MS);
  figure(
    'Stop',
    `${STOPS} SIGTERMs under load: a response to every call that reached the server, no other counted, exit 0`,
    `0 of ${load.sent} calls dropped, ${load.acknowledgedReports} reports acknowledged, slowest stop ${Math.round(slowestMs)} ms`,
  );
  await operator.close();
});
