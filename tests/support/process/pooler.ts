import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWithParent } from '../end-with-parent.mjs';
import { freePort } from '../free-port.mjs';
import { createDatabaseOfRole } from './database-url';

/** Debian 12 has 1.18, which loses named statements: tests/support/README.md says where a later one is from. */
const [, major = 0, minor = 0] =
  /PgBouncer (\d+)\.(\d+)/.exec(spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '') ??
  [];
export const hasPgBouncer = Number(major) > 1 || Number(minor) >= 21;

/** What a session has to have, where the pooler does not pass its settings on. */
export const SAFE_ROLE = ['synchronous_commit = on', "statement_timeout = '1750ms'"];

const NOBODY = 65_534;

/**
 * Starts PgBouncer in transaction mode before a new database of a role with `roleDefaults`, on the server of a superuser's
 * URL. `direct` is the superuser's way to the database without the pooler.
 */
export async function startPooler(
  serverUrl: string,
  folder: string,
  roleDefaults: readonly string[] = SAFE_ROLE,
  ...settings: string[]
) {
  const ofRole = await createDatabaseOfRole(serverUrl, ...roleDefaults);
  const { username } = new URL(serverUrl);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${ofRole.port} user=${ofRole.username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    ...settings,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  chmodSync(folder, 0o755);
  let child: ChildProcess | undefined;
  const start = async () => {
    const isRoot = process.getuid?.() === 0;
    const started = spawn('pgbouncer', [file], {
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = endWithParent(started);
    let output = '';
    for await (const chunk of started.stderr) {
      output += chunk;
      if (output.includes('process up')) return;
    }
    throw new Error(`PgBouncer did not start: ${output}`);
  };
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    direct: Object.assign(new URL(ofRole), { username }).href,
    url: Object.assign(new URL(ofRole), { port: String(port) }).href,
    start,
    kill,
  };
}
