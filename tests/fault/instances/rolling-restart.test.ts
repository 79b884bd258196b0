import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { startHaproxy } from '../../support/fault/haproxy';
import { type Instances, startInstances } from '../../support/fault/instances';
import { expectInvariants } from '../../support/process/invariants';
import { Load } from '../../support/process/load';
import { type Service, startService, stopService } from '../../support/process/service';

const ROUNDS = size(1, 5);
const CONNECTIONS = 24;

let instances: Instances;
let services: Service[];
let balancer: { port: number; stop: () => void };
beforeAll(async () => {
  instances = await startInstances([{}, {}, {}, {}]);
  services = [...instances.services];
  balancer = await startHaproxy(services.map(({ port }) => port));
});
afterAll(async () => {
  balancer.stop();
  await Promise.all(services.map((service) => stopService(service)));
  await instances.stop();
});

it(`fails no request while each of four processes is restarted ${ROUNDS} times behind haproxy`, {
  timeout: 600_000,
}, async () => {
  const { operator, databaseUrl } = instances;
  const load = new Load(await operator.bots(4_000, 'business'), { pauseMs: 10 });
  const running = load.run(balancer.port, CONNECTIONS);
  for (let restart = 0; restart < ROUNDS * services.length; restart++) {
    const at = restart % services.length;
    const service = services[at];
    if (service === undefined) throw new Error('There is no such process.');
    const before = load.acknowledgedReports;
    expect(await stopService(service)).toEqual({ code: 0, signal: null });
    services[at] = await startService({ databaseUrl, port: service.port });
    expect(load.sent).toBeGreaterThan(before);
  }
  load.stop();
  await running;
  expect(load.unexpected).toEqual([]);
  expect(load.droppedOnOpenConnections).toBe(0);
  expect([...load.journals.values()].reduce((sum, { unanswered }) => sum + unanswered, 0)).toBe(0);
  await expectInvariants(operator, load, { intervalMs: 60_000, unansweredCounted: false });
  figure(
    'Several instances',
    `${ROUNDS * services.length} rolling restarts of 4 processes behind haproxy under load`,
    `0 of ${load.sent} requests failed, slowest response ${load.slowestResponseMs.toFixed(0)} ms`,
  );
});
