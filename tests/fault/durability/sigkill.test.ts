import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { expectInvariants } from '../../support/process/invariants';
import { Load } from '../../support/process/load';
import { createOwner, Operator } from '../../support/process/operator';
import { type Service, startService, stopService } from '../../support/process/service';

const KILLS = 10;
const BOTS = 1_000;
const CONNECTIONS = 48;
const INTERVAL_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'botmeter-sigkill-'));
const databaseFile = join(folder, 'botmeter.db');
let service: Service | undefined;
afterAll(() => {
  service?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

it(`loses no acknowledged report and counts none twice in ${KILLS} SIGKILLs under load`, {
  timeout: 180_000,
}, async () => {
  service = await startService({ databaseFile });
  await createOwner(databaseFile);
  let operator = new Operator(databaseFile);
  const load = new Load(await operator.bots(BOTS, 'business'));
  await operator.close();

  let unanswered = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const { port, kill: signal, ended } = service;
    // At another place of the run each time; by turns when a call is sent and when one is answered.
    const wanted = 150 + ((kill * 137) % 300);
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

    // No other connection is open meanwhile: the database recovers from the files alone, as after a loss of power.
    operator = new Operator(databaseFile);
    await expectInvariants(operator, load, { intervalMs: INTERVAL_MS, unansweredCounted: true });
    // Every second time the interval goes on: what was accepted before the kill must hold reports off after it.
    if (kill % 2 === 0) {
      await operator.letPassForAll(INTERVAL_MS);
      load.letPass(INTERVAL_MS);
    }
    await operator.close();
    service = await startService({ databaseFile });
  }
  for (const journal of load.journals.values()) unanswered += journal.unanswered;
  expect(load.acknowledgedReports).toBeGreaterThan(2_000);
  // Otherwise the kills did not fall into calls under way.
  expect(unanswered).toBeGreaterThan(KILLS);
  expect((await stopService(service)).code).toBe(0);
});
