import { expect, inject, it } from 'vitest';
import { Cluster } from '@/lib/data/postgres/cluster';
import { openPool } from '@/lib/data/postgres/pool';
import { PostgresStore } from '@/lib/data/postgres/store';
import { BOT_ID } from '@/tests/support/data/accounts';
import { spreadUrl, urlOf } from '@/tests/support/data/citus-database';
import { throughCoordinator } from '@/tests/support/data/databases';
import { db, directory, onEachDatabase } from '@/tests/support/data/each-database';
import { register, send } from '@/tests/support/data/fixtures';
import { withMissingStandby } from '@/tests/support/process/database-url';

const workerUrls = () =>
  inject('citusPorts')
    .slice(1)
    .map((port) => urlOf(port, 'postgres'));

onEachDatabase('a report that no standby of its worker confirms', () => {
  it.each([
    ['straight to the worker', true],
    ['by way of the coordinator', false],
  ])('is not acknowledged, and its outcome is unknown, %s', async (_, isStraight) => {
    const bot = await register(directory, { plan: 'business' });
    const coordinator = openPool({ url: spreadUrl(), max: 4, onError: () => {} });
    const open = (server: { host: string; port: number }) =>
      openPool({ url: spreadUrl(), max: 4, onError: () => {}, server });
    const cluster = isStraight
      ? new Cluster({ coordinator, open, onError: () => {} })
      : throughCoordinator(coordinator);
    if (isStraight) await cluster.start();
    const store = new PostgresStore(coordinator, () => {}, cluster);
    const report = withMissingStandby(workerUrls(), () => send(store, { keyHash: bot.keyHash }));
    await expect(report).rejects.toMatchObject({ isOutcomeUnknown: true });
    await store.close();
    await coordinator.end();
    // It is stored once its wait is over: "nothing was stored" would have been untrue.
    const stored = () => db.rows(`SELECT count(*)::int AS n FROM reports WHERE bot_id = '${BOT_ID}'`);
    await expect.poll(stored).toEqual([{ n: 1 }]);
  });
});
