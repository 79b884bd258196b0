import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { suiteFolder } from '../../support/fault/serve';
import { expectInvariants } from '../../support/process/invariants';
import { Load } from '../../support/process/load';
import { createOwner, Operator } from '../../support/process/operator';
import { type Service, startService } from '../../support/process/service';

const STOPS = size(10, 100);
const STOP_MAX_MS = 10_000;
const CONNECTIONS = 48;
const INTERVAL_MS = 60_000;

const databaseFile = join(suiteFolder(), 'botmeter.db');
let service: Service | undefined;
afterAll(() => service?.kill('SIGKILL'));

it(`in ${STOPS} stops under load responds to every call that reached it, counts no other, and exits 0`, {
  timeout: 1_200_000,
}, async () => {
  const random = randomFrom(SEED);
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
