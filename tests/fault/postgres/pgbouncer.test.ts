import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '@/lib/data/postgres/open';
import { openPool } from '@/lib/data/postgres/pool';
import { figure, size } from '../../support/fault/campaign';
import { suitePostgres } from '../../support/fault/serve';
import { queryPostgres } from '../../support/process/database-url';
import { expectInvariants, Load } from '../../support/process/load';
import { createOwner, Operator } from '../../support/process/operator';
import { hasPgBouncer, SAFE_ROLE, startPooler } from '../../support/process/pooler';
import { startService, stopService } from '../../support/process/service';
import { testFolder } from '../../support/process/test-resources';

if (!hasPgBouncer)
  process.stderr.write('PGBOUNCER 1.21 OR LATER IS NOT INSTALLED: its suite does not run.\n');

const INSTANCES = 6;
const postgres = suitePostgres();

async function throughPooler(roleDefaults: readonly string[], ...settings: string[]) {
  const pooler = await startPooler(postgres().url, testFolder(), roleDefaults, ...settings);
  onTestFinished(pooler.kill);
  return pooler;
}

describe.skipIf(!hasPgBouncer)('through PgBouncer in transaction mode', () => {
  it.each([
    [
      'synchronous_commit',
      ['synchronous_commit = off'],
      ['max_prepared_statements = 200'],
      /ALTER ROLE … SET synchronous_commit = on/,
    ],
    [
      'named statements',
      SAFE_ROLE,
      ['max_prepared_statements = 0'],
      /set max_prepared_statements = 200 in pgbouncer\.ini/,
    ],
  ])('a pooler that loses %s is refused with the line to add', async (_, defaults, settings, line) => {
    const { url } = await throughPooler(defaults, ...settings);
    await expect(openPostgres({ url, max: 4, onError: () => {} })).rejects.toThrow(line);
  });

  it('the first callers of a pool all get a connection, when they come at once', async () => {
    const { url } = await throughPooler(SAFE_ROLE);
    const pool = openPool({ url, max: 4, onError: () => {} });
    onTestFinished(() => pool.end());
    const asked = await Promise.all([1, 2, 3, 4].map((n) => pool.query(`SELECT ${n} AS n`)));
    expect(asked.map(({ rows }) => rows[0].n)).toEqual([1, 2, 3, 4]);
  });

  it(`${INSTANCES} instances start together on an empty database, leave nothing behind, and lose nothing when it is killed under load`, async () => {
    const pooler = await throughPooler(SAFE_ROLE);
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
