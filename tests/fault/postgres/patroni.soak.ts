import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { figure } from '../../support/fault/campaign';
import { serve } from '../../support/fault/serve';
import { freePort } from '../../support/free-port.mjs';
import { queryPostgres } from '../../support/process/database-url';
import { expectInvariants, Load } from '../../support/process/load';
import { Operator } from '../../support/process/operator';
import { usageRequest } from '../../support/process/requests';
import { stopService } from '../../support/process/service';
import { testFolder } from '../../support/process/test-resources';
import { requireProgram } from '../../support/programs';

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
/** About 150 calls a second in all. */
const CONNECTIONS = 6;
const PAUSE_MS = 40;
/** Patroni's shortest: after this, the lock of a leader that is gone ends. */
const TTL_S = 20;

beforeAll(() => {
  for (const [program, debianPackage] of [['patroni'], ['etcd', 'etcd-server'], ['haproxy']] as const)
    requireProgram(program, debianPackage);
});

type Node = {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly data: string;
  process?: ChildProcess;
};

const settingsOf = (node: Node, folder: string, etcdPort: number) => `
scope: botmeter
name: ${node.name}
restapi: { listen: '127.0.0.1:${node.restPort}', connect_address: '127.0.0.1:${node.restPort}' }
etcd3: { hosts: ['127.0.0.1:${etcdPort}'] }
bootstrap:
  dcs:
    ttl: ${TTL_S}
    loop_wait: 2
    retry_timeout: 3
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } }
  initdb: [{ encoding: UTF8 }, { auth-host: trust }, { auth-local: trust }, data-checksums]
  pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
postgresql:
  listen: '127.0.0.1:${node.port}'
  connect_address: '127.0.0.1:${node.port}'
  data_dir: ${node.data}
  bin_dir: /usr/lib/postgresql/15/bin
  pgpass: ${node.data}.pgpass
  authentication: { superuser: { username: postgres }, replication: { username: replicator } }
  parameters: { unix_socket_directories: '${folder}' }
`;

const proxySettings = (port: number, nodes: readonly Node[]) => `
global
  maxconn 1024
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}
`;

/** Runs a program as nobody in a folder until the test ends. */
function run(folder: string, program: string, ...args: string[]): ChildProcess {
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(program, args, { ...user, cwd: folder, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** The process of a node's PostgreSQL. */
const serverOf = ({ data }: Node): number =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);

async function startPatroni() {
  const folder = testFolder();
  chmodSync(folder, 0o777);
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const own = (path: string) => {
    mkdirSync(path, { mode: 0o700 });
    if (process.getuid?.() === 0) chownSync(path, NOBODY, NOBODY);
    return path;
  };
  const client = `http://127.0.0.1:${etcdPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  run(
    folder,
    'etcd',
    ...[
      '--data-dir',
      own(join(folder, 'etcd')),
      '--listen-client-urls',
      client,
      '--advertise-client-urls',
      client,
    ],
    ...[
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      `default=${peer}`,
    ],
  );
  const nodes: Node[] = [];
  for (const name of ['a', 'b']) {
    const data = own(join(folder, name));
    nodes.push({ name, port: await freePort(), restPort: await freePort(), data });
  }
  const start = (node: Node) => {
    const file = `${node.data}.yml`;
    writeFileSync(file, settingsOf(node, folder, etcdPort));
    node.process = run(folder, 'patroni', file);
  };
  for (const node of nodes) {
    start(node);
    onTestFinished(() => {
      node.process?.kill('SIGKILL');
      process.kill(serverOf(node), 'SIGQUIT');
    });
  }
  writeFileSync(join(folder, 'haproxy.cfg'), proxySettings(port, nodes));
  run(folder, 'haproxy', '-f', join(folder, 'haproxy.cfg'));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const confirms = () =>
    queryPostgres(url, "SELECT count(*)::int AS n FROM pg_stat_replication WHERE sync_state = 'sync'").catch(
      () => [],
    );
  await expect.poll(confirms, { timeout: 120_000, interval: 500 }).toEqual([{ n: 1 }]);
  const leader = async (): Promise<Node> => {
    const [{ at }] = await queryPostgres(url, `SELECT current_setting('port')::int AS at`);
    const found = nodes.find((node) => node.port === at);
    if (found === undefined) throw new Error('Patroni has no leader.');
    return found;
  };
  return { url, leader, start };
}

type Patroni = Awaited<ReturnType<typeof startPatroni>>;

const FAULTS: readonly (readonly [string, (patroni: Patroni) => Promise<void>])[] = [
  ['its PostgreSQL is killed', async ({ leader }) => void process.kill(serverOf(await leader()), 'SIGKILL')],
  [
    'its machine is lost, and comes back after a minute',
    async ({ leader, start }) => {
      const lost = await leader();
      lost.process?.kill('SIGKILL');
      process.kill(serverOf(lost), 'SIGKILL');
      await setTimeout(60_000);
      start(lost);
    },
  ],
];

it.each(FAULTS)(
  'a leader of Patroni (strict), behind haproxy: %s; no report lost or doubled, no restart',
  async (name, fail) => {
    const patroni = await startPatroni();
    const on = await serve(patroni.url);
    onTestFinished(async () => {
      on.client.close();
      await stopService(on.service);
    });
    const bots = await on.operator.bots(20_000, 'business');
    const probed = await on.operator.bot({ plan: 'business' });
    await on.operator.close();
    const load = new Load(bots, { isStorageFailing: true, pauseMs: PAUSE_MS });
    const running = load.run(on.service.port, CONNECTIONS);
    await expect.poll(() => load.acknowledgedReports).toBeGreaterThan(100);

    const failedAt = performance.now();
    const failing = fail(patroni);
    await expect.poll(() => load.unavailable, { timeout: 60_000 }).toBeGreaterThan(0);
    let status = 0;
    while (status !== 200) ({ status } = await on.client.send(usageRequest(probed)));
    const backAfterMs = performance.now() - failedAt;
    await failing;
    const before = load.acknowledgedReports;
    await expect.poll(() => load.acknowledgedReports, { timeout: 120_000 }).toBeGreaterThan(before + 100);
    load.stop();
    await running;

    const operator = new Operator(patroni.url);
    await expectInvariants(operator, load, { intervalMs: 60_000, unansweredCounted: true });
    await operator.close();
    process.kill(on.service.pid, 0);
    figure(
      'PostgreSQL faults',
      `Patroni (strict) and haproxy: ${name}`,
      `${load.sent} calls, ${load.acknowledgedReports} reports acknowledged, 0 lost, 0 doubled; ${load.unavailable} got 503, of ${load.notStored.length} reports nothing was stored, as they were answered; back after ${(backAfterMs / 1000).toFixed(1)} s`,
    );
  },
);
