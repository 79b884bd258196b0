import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { figure, size } from '../../support/fault/campaign';
import { serve } from '../../support/fault/serve';
import { startPostgres } from '../../support/postgres.mjs';
import { queryPostgres } from '../../support/process/database-url';
import { expectInvariants, Load } from '../../support/process/load';
import { Operator } from '../../support/process/operator';
import { usageRequest } from '../../support/process/requests';
import { stopService } from '../../support/process/service';

/** About 150 calls a second in all. */
const CONNECTIONS = 6;
const PAUSE_MS = 40;
/** How long nobody notices that the primary is gone. */
const UNNOTICED_MS = 400;
const BACK_WITHIN_MS = 1_000;

/** A primary, and a standby that confirms each of its commits. */
async function startPair() {
  const primary = await startPostgres();
  onTestFinished(primary.stop);
  await primary.halt('SIGINT');
  const { port } = new URL(primary.url);
  const source = `host=127.0.0.1 port=${port} user=postgres application_name=standby`;
  const [standby] = await Promise.all([
    startPostgres([`primary_conninfo=${source}`], {}, undefined, primary.data),
    primary.resume(),
  ]);
  onTestFinished(standby.stop);
  await queryPostgres(primary.url, `ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
  await queryPostgres(primary.url, 'SELECT pg_reload_conf()');
  const confirms = () => queryPostgres(primary.url, 'SELECT sync_state FROM pg_stat_replication');
  await expect.poll(confirms, { timeout: 20_000 }).toEqual([{ sync_state: 'sync' }]);
  return { primary, standby };
}

it.each(Array.from({ length: size(2, 30) }, (_, at) => at + 1))(
  'a primary is killed and its standby promoted, round %i: no report lost or doubled, back within a second, no restart',
  async (round) => {
    const { primary, standby } = await startPair();
    const places = [primary, standby].map(({ url }) => new URL(url).host);
    const serverUrl = `postgres://postgres@${places}/postgres?target_session_attrs=read-write`;
    const on = await serve(primary.url, { serverUrl });
    onTestFinished(async () => {
      on.client.close();
      await stopService(on.service);
    });
    const bots = await on.operator.bots(size(600, 2_000), 'business');
    const probed = await on.operator.bot({ plan: 'business' });
    await on.operator.close();

    const load = new Load(bots, { isStorageFailing: true, pauseMs: PAUSE_MS });
    const running = load.run(on.service.port, CONNECTIONS);
    await expect.poll(() => load.acknowledgedReports).toBeGreaterThan(30);
    await primary.halt('SIGKILL');
    await setTimeout(UNNOTICED_MS);
    await queryPostgres(standby.url, 'SELECT pg_promote()');

    const promotedAt = performance.now();
    let status = 0;
    while (status !== 200) ({ status } = await on.client.send(usageRequest(probed)));
    const backAfterMs = performance.now() - promotedAt;
    expect(backAfterMs).toBeLessThan(BACK_WITHIN_MS);
    const before = load.acknowledgedReports;
    await expect.poll(() => load.acknowledgedReports).toBeGreaterThan(before + 30);
    load.stop();
    await running;

    const operator = new Operator(standby.url);
    await expectInvariants(operator, load, { intervalMs: 60_000, unansweredCounted: true });
    await operator.close();
    process.kill(on.service.pid, 0);
    figure(
      'PostgreSQL faults',
      `failover ${round}`,
      `${load.sent} calls, ${load.acknowledgedReports} reports acknowledged, 0 lost, 0 doubled; ${load.unavailable} got 503, of ${load.notStored.length} reports nothing was stored, as they were answered; back ${backAfterMs.toFixed(0)} ms after the promotion`,
    );
  },
);
