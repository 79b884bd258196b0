import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithParent } from './end-with-parent.mjs';
import { freePort } from './free-port.mjs';

/** The user nobody: PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
/** Debian's PostgreSQL 15, for which Citus is built; the PostgreSQL of the other tests has no extensions. */
const BIN = '/usr/lib/postgresql/15/bin';
const CONTROL = '/usr/share/postgresql/15/extension/citus.control';

/** Whether a cluster can be started here. */
export const hasCitus = existsSync(CONTROL);
/** How to get it: printed where tests of clusters are skipped, the one skip that is allowed. */
export const WITHOUT_CITUS =
  'SKIPPED: no Citus here. These tests need Citus 13.2 in Debian 12’s PostgreSQL 15: apt-get install postgresql-15 postgresql-server-dev-15, then build https://github.com/citusdata/citus/tree/v13.2.0 (./configure PG_CONFIG=/usr/lib/postgresql/15/bin/pg_config && make install).';

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'shared_preload_libraries=citus',
  'max_connections=400',
  'max_worker_processes=40',
  'max_prepared_transactions=200',
  // To move parts while they are written.
  'wal_level=logical',
  'citus.node_conninfo=sslmode=disable',
];

/**
 * Starts a coordinator and two workers on free ports of 127.0.0.1. `ports` has the coordinator's first. `kill` ends a node by
 * a signal, `resume` starts it again on its data, `freeze` stops all its processes until `thaw`, and `stop` ends all and
 * deletes them.
 * @param {readonly string[]} more settings, as `name=value`
 * @param {readonly number[]} given the ports, by default free ones
 */
export async function startCitus(more = [], parent = tmpdir(), given = []) {
  const folder = mkdtempSync(join(realpathSync(parent), 'botmeter-citus-'));
  chmodSync(folder, 0o755);
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const nodes = await Promise.all(
    [0, 1, 2].map((place) => startNode(join(folder, String(place)), user, more, '', given[place])),
  );
  /** Starts a standby of a node, which is stopped for a moment; returns its place. */
  const addStandby = async (/** @type {number} */ place) => {
    const primary = nodes[place];
    if (primary === undefined) throw new Error(`There is no node ${place}.`);
    await primary.kill('SIGINT');
    const source = `primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
    const standby = startNode(join(folder, `standby-${place}`), user, [...more, source], primary.data);
    await primary.resume();
    nodes.push(await standby);
    return nodes.length - 1;
  };
  /** Starts one more node, which the cluster does not know yet; returns its place. */
  const addNode = async () => {
    nodes.push(await startNode(join(folder, `added-${nodes.length}`), user, more));
    return nodes.length - 1;
  };
  return {
    ports: nodes.map(({ port }) => port),
    addNode,
    addStandby,
    portOf: (/** @type {number} */ place) => nodes[place]?.port ?? 0,
    pids: () => nodes.map(({ pid }) => pid()),
    kill: (/** @type {number} */ place) => nodes[place]?.kill('SIGQUIT'),
    resume: (/** @type {number} */ place) => nodes[place]?.resume(),
    freeze: (/** @type {number} */ place) => nodes[place]?.signalAll('SIGSTOP'),
    thaw: (/** @type {number} */ place) => nodes[place]?.signalAll('SIGCONT'),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.kill('SIGQUIT')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startNode(
  /** @type {string} */ data,
  /** @type {{ uid?: number, gid?: number }} */ user,
  /** @type {readonly string[]} */ more,
  primary = '',
  /** @type {number | undefined} */ given = undefined,
) {
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined) chownSync(data, NOBODY, NOBODY);
  const command = (/** @type {string} */ program, /** @type {readonly string[]} */ ...options) => {
    const done = spawnSync(program, options, { ...user, cwd: data, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr ?? done.error}`);
  };
  if (primary === '') {
    const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    command(join(BIN, 'initdb'), '-D', data, ...options);
  } else {
    command('cp', '-a', `${primary}/.`, data);
    command('touch', join(data, 'standby.signal'));
  }
  const port = given ?? (await freePort());
  const settings = [`port=${port}`, `unix_socket_directories=${data}`, ...SETTINGS, ...more];
  const run = async () => {
    const server = spawn(join(BIN, 'postgres'), ['-D', data, ...settings.flatMap((s) => ['-c', s])], {
      ...user,
      cwd: data,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    endWithParent(server, 'QUIT', data);
    await waitUntilReady(server);
    return server;
  };
  let server = await run();
  return {
    port,
    data,
    pid: () => server.pid ?? 0,
    kill: async (/** @type {NodeJS.Signals} */ signal) => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill(signal);
      await ended;
    },
    resume: async () => {
      server = await run();
    },
    /** The server first: it starts no more processes then. */
    signalAll: (/** @type {NodeJS.Signals} */ signal) => {
      const pid = server.pid ?? 0;
      process.kill(pid, signal);
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
      for (const child of children) process.kill(Number(child), signal);
    },
  };
}

/** @returns {Promise<void>} */
function waitUntilReady(/** @type {import('node:child_process').ChildProcess} */ server) {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stderr?.on('data', (chunk) => {
      output = (output + chunk).slice(-4_000);
      if (/ready to accept (read-only )?connections/.test(output)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)));
  });
}
