import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distribute } from '@/lib/data/postgres/distribute';
import { OPERATOR } from '@/lib/domain/people/caller';
import { changeBot } from '@/lib/services/bots/change';
import { hasCitus, startCitus } from '../../support/citus.mjs';
import { makeClusterDatabase, makeNodeDatabase, urlOf } from '../../support/data/citus-database';
import { figure, IS_SOAK, size } from '../../support/fault/campaign';
import { type Served, serve } from '../../support/fault/serve';
import { queryPostgres } from '../../support/process/database-url';
import { expectInvariants, Load } from '../../support/process/load';
import { Operator, type TestBot } from '../../support/process/operator';

/** Of two workers, this one fails. */
const FAILING = 1;
const CONNECTIONS = 4;
const PAUSE_MS = 20;
const BEFORE_AND_AFTER_MS = size(500, 3_000);
const OUTAGE_MS = size(3_000, 20_000);
const KILLS = size(2, 20);
/** Those that wait for a frozen worker are answered after 2 s or more. A short run may share its machine. */
const OTHERS_MAX_MS = IS_SOAK ? 250 : 1_500;

describe.skipIf(!hasCitus)('a cluster', () => {
  let cluster: Awaited<ReturnType<typeof startCitus>>;
  let url: string;
  let on: Served;
  beforeAll(async () => {
    cluster = await startCitus();
    url = await makeClusterDatabase(cluster.ports, 'botmeter');
    await distribute(url, 8);
    on = await serve(url);
    // Outages must not affect the operator: each test opens its own.
    await on.operator.close();
  });
  afterAll(async () => {
    on.client.close();
    on.service.kill('SIGTERM');
    await on.service.ended;
    await cluster.stop();
  });

  /** Bots by the place of their worker: 1 or 2. */
  async function botsByPlace(operator: Operator): Promise<readonly TestBot[][]> {
    const bots = await operator.bots(size(1_500, 12_000), 'business');
    const rows = await queryPostgres(
      url,
      `SELECT id, nodeport AS port FROM unnest('{${bots.map(({ id }) => id)}}'::text[]) AS id
       JOIN pg_dist_placement ON shardid = get_shard_id_for_distribution_column('bots', id)
       JOIN pg_dist_node USING (groupid)`,
    );
    const portOf = new Map(rows.map(({ id, port }) => [id, port]));
    return cluster.ports.map((port) => bots.filter(({ id }) => portOf.get(id) === port));
  }

  /** Of the bots of the worker that fails, and of those of the other. */
  const loadsOn = (byPlace: readonly TestBot[][]) => {
    const options = { isStorageFailing: true, pauseMs: PAUSE_MS };
    return [new Load(byPlace[FAILING] ?? [], options), new Load(byPlace[2] ?? [], options)] as const;
  };

  const FAULTS: readonly (readonly [string, () => unknown, () => unknown])[] = [
    ['killed and started again', () => cluster.kill(FAILING), () => cluster.resume(FAILING)],
    ['frozen for a while', () => cluster.freeze(FAILING), () => cluster.thaw(FAILING)],
  ];
  it.each(FAULTS)(
    'of which a worker is %s: its bots get 503, the others go on, no report lost or doubled',
    async (name, begin, end) => {
      let operator = new Operator(url);
      const byPlace = await botsByPlace(operator);
      await operator.close();
      const loads = loadsOn(byPlace);
      const [failing, others] = loads;
      const running = loads.map((load) => load.run(on.service.port, CONNECTIONS));
      const allReport = async () => {
        const before = loads.map((load) => load.acknowledgedReports);
        await setTimeout(BEFORE_AND_AFTER_MS);
        for (const [i, load] of loads.entries())
          await expect.poll(() => load.acknowledgedReports).toBeGreaterThan(before[i] ?? 0);
      };
      await allReport();
      await begin();
      const reported = others.acknowledgedReports;
      await setTimeout(OUTAGE_MS);
      expect(others.acknowledgedReports).toBeGreaterThan(reported);
      await end();
      await allReport();
      for (const load of loads) load.stop();
      await Promise.all(running);

      expect(failing.unavailable).toBeGreaterThan(0);
      expect(others.unavailable).toBe(0);
      expect(others.slowestResponseMs).toBeLessThan(OTHERS_MAX_MS);
      operator = new Operator(url);
      for (const load of loads)
        await expectInvariants(operator, load, { intervalMs: 60_000, unansweredCounted: true });
      await operator.close();
      expect(await queryPostgres(url, 'SELECT * FROM pg_prepared_xacts')).toEqual([]);
      process.kill(on.service.pid, 0);
      figure(
        'Citus',
        `a worker ${name}`,
        `its bots: ${failing.sent} calls, ${failing.unavailable} got 503, slowest ${failing.slowestResponseMs.toFixed(0)} ms; the others: ${others.sent} calls, 0 got 503, slowest ${others.slowestResponseMs.toFixed(0)} ms; 0 lost, 0 doubled`,
      );
    },
  );

  it('of which parts are moved to the other worker and back, and to one that is added: every call gets its response', async () => {
    const operator = new Operator(url);
    const bots = (await botsByPlace(operator)).flat();
    // Each bot reports once a minute: the moves take longer than all bots would last without pauses.
    const load = new Load(bots, { pauseMs: 3 * PAUSE_MS });
    const running = load.run(on.service.port, CONNECTIONS);
    const [, one = 0, other = 0] = cluster.ports;
    const move = async (from: number, to: number) => {
      const shards = await queryPostgres(
        url,
        `SELECT shardid FROM pg_dist_shard JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)
         WHERE logicalrelid = 'bots'::regclass AND nodeport = ${from} ORDER BY shardid LIMIT ${size(1, 4)}`,
      );
      for (const { shardid } of shards)
        await queryPostgres(
          url,
          `SELECT citus_move_shard_placement(${shardid}, '127.0.0.1', ${from}, '127.0.0.1', ${to}, 'force_logical')`,
        );
    };
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const before = load.sent;
      await move(from, to);
      await expect.poll(() => load.sent).toBeGreaterThan(before + 20);
    }
    const added = cluster.portOf(await cluster.addNode());
    await makeNodeDatabase(added, 'botmeter');
    await queryPostgres(url, `SELECT citus_add_node('127.0.0.1', ${added})`);
    await queryPostgres(url, `SELECT rebalance_table_shards(shard_transfer_mode => 'force_logical')`);
    const [moved] = await queryPostgres(
      url,
      `SELECT count(*)::int AS parts FROM pg_dist_shard JOIN pg_dist_placement USING (shardid)
       JOIN pg_dist_node USING (groupid) WHERE logicalrelid = 'bots'::regclass AND nodeport = ${added}`,
    );
    expect(moved.parts).toBeGreaterThan(0);
    const before = load.sent;
    await expect.poll(() => load.sent).toBeGreaterThan(before + 20);
    load.stop();
    await running;
    await expectInvariants(operator, load, { intervalMs: 60_000, unansweredCounted: false });
    await operator.close();
    figure(
      'Citus',
      'parts moved to the other worker and back, and to one that was added',
      `${load.sent} calls, every one served, slowest ${load.slowestResponseMs.toFixed(0)} ms; 0 lost, 0 doubled`,
    );
  });

  it('of which the coordinator is killed again and again: no change of a bot without its audit entry', async () => {
    let changed = 0;
    let failed = 0;
    for (let round = 0; round < KILLS; round++) {
      const operator = new Operator(url);
      const bots = await operator.bots(400, 'free');
      const ports = await operator.ports();
      let isOver = false;
      const change = async (from: number) => {
        for (let i = from; i < bots.length && !isOver; i += CONNECTIONS) {
          const id = bots[i]?.id ?? '';
          const result = await changeBot(ports, OPERATOR, id, { plan: 'premium' }).catch(() => null);
          if (result?.ok) changed++;
          else failed++;
        }
      };
      const changing = Array.from({ length: CONNECTIONS }, (_, i) => change(i));
      const before = changed;
      await expect.poll(() => changed, { interval: 5 }).toBeGreaterThan(before + 20);
      await cluster.kill(0);
      isOver = true;
      await Promise.all(changing);
      await operator.close().catch(() => {});
      await cluster.resume(0);
    }
    // What Citus does by itself within a minute.
    await queryPostgres(url, 'SELECT recover_prepared_transactions()');
    expect(await queryPostgres(url, 'SELECT * FROM pg_prepared_xacts')).toEqual([]);
    const [bots] = await queryPostgres(url, "SELECT count(*)::int AS n FROM bots WHERE plan = 'premium'");
    const [entries] = await queryPostgres(
      url,
      `SELECT count(DISTINCT subject)::int AS n FROM audit_log WHERE action = 'bot.change'`,
    );
    expect(entries.n).toBe(bots.n);
    expect(bots.n).toBeGreaterThanOrEqual(changed);
    expect(bots.n).toBeLessThanOrEqual(changed + failed);
    figure(
      'Citus',
      `the coordinator killed ${KILLS} times under changes of bots`,
      `${bots.n} changes stored, ${changed} acknowledged, each with its audit entry`,
    );
  });

  it('of which a worker is lost and its standby takes over: the others go on, no report lost or doubled', async () => {
    const standby = await cluster.addStandby(FAILING);
    const [workerUrl, standbyUrl] = [FAILING, standby].map((place) =>
      urlOf(cluster.portOf(place), 'postgres'),
    );
    await queryPostgres(workerUrl ?? '', `ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
    await queryPostgres(workerUrl ?? '', 'SELECT pg_reload_conf()');
    const confirms = () => queryPostgres(workerUrl ?? '', 'SELECT sync_state FROM pg_stat_replication');
    await expect.poll(confirms).toEqual([{ sync_state: 'sync' }]);
    let operator = new Operator(url);
    const byPlace = await botsByPlace(operator);
    await operator.close();
    const loads = loadsOn(byPlace);
    const [failing, others] = loads;
    const running = loads.map((load) => load.run(on.service.port, CONNECTIONS));
    await expect.poll(() => failing.acknowledgedReports).toBeGreaterThan(20);
    await cluster.kill(FAILING);
    await setTimeout(BEFORE_AND_AFTER_MS);
    await queryPostgres(standbyUrl ?? '', 'SELECT pg_promote()');
    await queryPostgres(
      url,
      `SELECT citus_update_node(nodeid, '127.0.0.1', ${cluster.portOf(standby)}) FROM pg_dist_node
       WHERE nodeport = ${cluster.portOf(FAILING)}`,
    );
    const before = failing.acknowledgedReports;
    await expect.poll(() => failing.acknowledgedReports).toBeGreaterThan(before + 20);
    for (const load of loads) load.stop();
    await Promise.all(running);
    expect(others.unavailable).toBe(0);
    operator = new Operator(url);
    for (const load of loads)
      await expectInvariants(operator, load, { intervalMs: 60_000, unansweredCounted: true });
    await operator.close();
    figure(
      'Citus',
      'a worker lost, its standby in its place',
      `its bots: ${failing.sent} calls, ${failing.unavailable} got 503; the others: ${others.sent} calls, 0 got 503; 0 lost, 0 doubled`,
    );
  });
});
