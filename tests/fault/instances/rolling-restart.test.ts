import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { type Instances, startInstances } from '../../support/fault/serve';
import { freePort } from '../../support/free-port.mjs';
import { expectInvariants, Load } from '../../support/process/load';
import { type Service, startService, stopService } from '../../support/process/service';
import { requireProgram } from '../../support/programs';

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

/** The settings that lib/deploy/README.md recommends: only a request that never reached a server is sent again. */
const settings = (port: number, ports: readonly number[]) => `
global
  maxconn 4096
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 30s
  timeout http-keep-alive 60s
  option forwardfor
  option redispatch 1
  retries 3
  retry-on conn-failure
frontend public
  bind 127.0.0.1:${port}
  http-request del-header X-Forwarded-For
  default_backend botmeter
backend botmeter
  balance roundrobin
  option httpchk GET /api/health/ready
${ports.map((p, i) => `  server botmeter${i} 127.0.0.1:${p} check inter 500ms fall 1 rise 1`).join('\n')}
`;

/** Starts haproxy as a load balancer for several server processes. */
async function startHaproxy(ports: readonly number[]): Promise<{ port: number; stop: () => void }> {
  requireProgram('haproxy');
  const folder = mkdtempSync(join(tmpdir(), 'botmeter-haproxy-'));
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, settings(port, ports));
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  await readiness(port, haproxy);
  return {
    port,
    stop: () => {
      haproxy.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}

async function readiness(port: number, haproxy: ChildProcess): Promise<void> {
  let errors = '';
  haproxy.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const giveUpAt = performance.now() + 10_000;
  while (performance.now() < giveUpAt && haproxy.exitCode === null) {
    const response = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`haproxy did not start: ${errors}`);
}
