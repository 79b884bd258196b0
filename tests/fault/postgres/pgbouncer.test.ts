import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '@/lib/data/postgres/open';
import { figure, size } from '../../support/fault/campaign';
import { suitePostgres } from '../../support/fault/serve';
import { freePort } from '../../support/free-port.mjs';
import { createDatabaseOfRole, queryPostgres } from '../../support/process/database-url';
import { expectInvariants, Load } from '../../support/process/load';
import { createOwner, Operator } from '../../support/process/operator';
import { startService, stopService } from '../../support/process/service';
import { testFolder } from '../../support/process/test-resources';

/** Debian 12 has 1.18, which loses named statements: tests/support/README.md says where a later one is from. */
const [, major = 0, minor = 0] =
  /PgBouncer (\d+)\.(\d+)/.exec(spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '') ??
  [];
const isThere = Number(major) > 1 || Number(minor) >= 21;
if (!isThere) process.stderr.write('PGBOUNCER 1.21 OR LATER IS NOT INSTALLED: its suite does not run.\n');

const INSTANCES = 6;
const NOBODY = 65_534;
const postgres = suitePostgres();

/** The address of a new database through a pooler in transaction mode, for a role with `roleDefaults`. */
async function throughPooler(roleDefaults: readonly string[], ...settings: string[]) {
  const ofRole = await createDatabaseOfRole(postgres().url, ...roleDefaults);
  const { username } = new URL(postgres().url);
  const port = await freePort();
  const file = join(testFolder(), 'pgbouncer.ini');
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
  chmodSync(join(file, '..'), 0o755);
  let child: ChildProcess | undefined;
  const start = async () => {
    const isRoot = process.getuid?.() === 0;
    const started = spawn('pgbouncer', [file], {
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
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
  onTestFinished(kill);
  return {
    direct: Object.assign(new URL(ofRole), { username }).href,
    url: Object.assign(new URL(ofRole), { port: String(port) }).href,
    start,
    kill,
  };
}

const SAFE = ['synchronous_commit = on', "statement_timeout = '1750ms'"];

describe.skipIf(!isThere)('through PgBouncer in transaction mode', () => {
  it.each([
    [
      'synchronous_commit',
      ['synchronous_commit = off'],
      ['max_prepared_statements = 200'],
      /ALTER ROLE … SET synchronous_commit = on/,
    ],
    [
      'named statements',
      SAFE,
      ['max_prepared_statements = 0'],
      /set max_prepared_statements = 200 in pgbouncer\.ini/,
    ],
  ])('a pooler that loses %s is refused with the line to add', async (_, defaults, settings, line) => {
    const { url } = await throughPooler(defaults, ...settings);
    await expect(openPostgres({ url, max: 4, onError: () => {} })).rejects.toThrow(line);
  });

  it(`${INSTANCES} instances start together on an empty database, leave nothing behind, and lose nothing when it is killed under load`, async () => {
    const pooler = await throughPooler(SAFE);
    const services = await Promise.all(
      Array.from({ length: INSTANCES }, () => startService({ databaseUrl: pooler.url })),
    );
    for (const service of services) onTestFinished(async () => void (await stopService(service)));
    const left = await queryPostgres(
      pooler.direct,
      `SELECT count(*)::int AS locks FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(left).toEqual([{ locks: 0 }]);

    await createOwner(pooler.direct);
    let operator = new Operator(pooler.direct);
    const bots = await operator.bots(size(900, 4_000), 'business');
    await operator.close();
    const load = new Load(bots, { isStorageFailing: true, pauseMs: 40 });
    const running = Promise.all(services.slice(0, 2).map(({ port }) => load.run(port, 3)));
    const reportsAgain = async () => {
      const before = load.acknowledgedReports;
      await expect.poll(() => load.acknowledgedReports).toBeGreaterThan(before + 30);
    };
    await reportsAgain();
    await pooler.kill();
    await setTimeout(1_000);
    await pooler.start();
    await reportsAgain();
    load.stop();
    await running;
    operator = new Operator(pooler.direct);
    await expectInvariants(operator, load, { intervalMs: 60_000, unansweredCounted: true });
    await operator.close();
    expect(load.unavailable).toBeGreaterThan(0);
    figure(
      'PostgreSQL faults',
      'PgBouncer killed for a second',
      `${load.sent} calls, ${load.acknowledgedReports} reports acknowledged, 0 lost, 0 doubled; ${load.unavailable} got 503`,
    );
  }, 120_000);
});
