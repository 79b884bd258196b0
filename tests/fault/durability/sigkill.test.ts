import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { suiteFolder } from '../../support/fault/serve';
import { expectInvariants } from '../../support/process/invariants';
import { Load } from '../../support/process/load';
import { createOwner, Operator } from '../../support/process/operator';
import { type Service, startService, stopService } from '../../support/process/service';

const KILLS = size(10, 50);
const REPORTS = size(2_000, 10_000);
const READY_WITHIN_MS = 5_000;
/** More than two runs send reports for, so that few reports are refused as too soon. */
const BOTS = 2_000;
const CONNECTIONS = 48;
const INTERVAL_MS = 60_000;

const databaseFile = join(suiteFolder(), 'botmeter.db');
let service: Service | undefined;
afterAll(() => service?.kill('SIGKILL'));

it(`loses no acknowledged report and counts none twice in ${KILLS} SIGKILLs under load`, {
  timeout: 900_000,
}, async () => {
  service = await startService({ databaseFile });
  await createOwner(databaseFile);
  let operator = new Operator(databaseFile);
  const load = new Load(await operator.bots(BOTS, 'business'));
  await operator.close();

  const random = randomFrom(SEED);
  let slowestStartMs = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const { port, kill: signal, ended } = service;
    // At a different point each time; alternately after a request and after a response.
    const wanted = 150 + random(300);
    const [reportsBefore, sentBefore] = [load.acknowledgedReports, load.sent];
    await load.run(port, CONNECTIONS, () => {
      const isEnough =
        kill % 2 === 0
          ? load.acknowledgedReports - reportsBefore >= wanted
          : load.sent - sentBefore >= 3 * wanted;
      if (isEnough) signal('SIGKILL');
    });
    expect((await ended).signal).toBe('SIGKILL');
    expect(load.acknowledgedReports).toBeGreaterThan(reportsBefore);

    // No other connection is open: the database recovers from its files alone, as after a power loss.
    operator = new Operator(databaseFile);
    await expectInvariants(operator, load, { intervalMs: INTERVAL_MS, unansweredCounted: true });
    // Only every second time: in the others, reports from before the kill must still delay later ones.
    if (kill % 2 === 0) {
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
  expect(slowestStartMs).toBeLessThan(READY_WITHIN_MS);
  // Otherwise the kills did not hit calls in progress.
  expect(unanswered).toBeGreaterThan(KILLS);
  expect((await stopService(service)).code).toBe(0);
  figure(
    'Crash',
    `${KILLS} SIGKILLs under load: every acknowledged report stored once, counters within bounds, integrity_check ok`,
    `${load.acknowledgedReports} reports acknowledged, 0 lost, 0 doubled, ${unanswered} calls without a response, slowest start ${slowestStartMs.toFixed(0)} ms`,
  );
});
