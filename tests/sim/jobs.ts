import { deliverWebhooksJob } from '@/lib/jobs/deliver-webhooks';
import type { Ports } from '@/lib/ports/ports';
import { isStorageUnavailable } from '@/lib/ports/storage-unavailable';
import { routeEvents } from '@/lib/services/events/route';
import { foldHistories } from '@/lib/services/history/fold';
import { pruneHistory } from '@/lib/services/history/prune';
import { SetAside } from '@/lib/services/set-aside';
import { findSilentBots, renewLease } from '@/lib/services/silences/find';
import { pruneVotes } from '@/lib/services/votes/purge';
import { Session } from './database';
import { type Host, type Instance, monotonicMs, never, waitOn } from './instance';
import { WRITER } from './sqlite';

type Run = (ports: Ports, aside: SetAside) => Promise<unknown>;

/** The jobs of an instance: each runs again some time after its end, as lib/jobs/runner.ts has it. */
export function runJobs(instance: Instance, fail: (error: unknown) => void): void {
  const { scheduler, process, name } = instance;
  const deliver = deliverWebhooksJob({
    ...{ origin: null, random: () => scheduler.random(`${name} retries`) },
    timers: { monotonicMs: () => monotonicMs(instance), wait: waitOn(instance) },
  });
  let wake = () => {};
  instance.onEvents = () => scheduler.at(scheduler.nowMs + 10, process, () => wake());
  const every = async (job: string, ms: number, run: Run) => {
    const ports = instance.ports(`${name} ${job}`);
    const aside = new SetAside(fail);
    await scheduler.wait(process, scheduler.random(`${name} ${job} first`) * ms);
    for (;;) {
      await run(ports, aside).catch((error) => {
        if (!isStorageUnavailable(error)) fail(error);
      });
      await new Promise<void>((resolve) => {
        if (job === DELIVER) wake = resolve;
        scheduler.at(scheduler.nowMs + ms, process, resolve);
      });
    }
  };
  void every('renew lease', 15_000, renewLease);
  void every(DELIVER, 20_000, async (ports, aside) => {
    await routeEvents(ports, never(), aside);
    await deliver.run(ports, never(), aside);
  });
  void every('fold', 120_000, (ports, aside) => foldHistories(ports, '', { hoursLeft: 7, aside }));
  void every('find silences', 60_000, (ports, aside) => findSilentBots(ports, never(), aside));
  void every('prune', 500_000, async (ports, aside) => {
    await pruneHistory(ports, '', never(), aside);
    await pruneVotes(ports, never(), aside);
  });
  void every('write heartbeats', 20_000, () => writeHeartbeats(instance).catch(() => {}));
}

const DELIVER = 'route and deliver';

/** As the stores write them: off the hot path, without a new version of the row. */
async function writeHeartbeats({ heartbeats, database, process }: Host): Promise<void> {
  for (const [botId, atMs] of heartbeats) {
    const session = new Session(database, process);
    await session.lock(database.kind === 'sqlite' ? WRITER : `row bots ${botId}`);
    const row = session.get('bots', botId);
    const lastHeartbeatAtMs = Math.max(row?.account.lastHeartbeatAtMs ?? 0, atMs);
    if (row !== undefined)
      session.put('bots', botId, { ...row, account: { ...row.account, lastHeartbeatAtMs } });
    await database.commit(session).finally(() => session.end());
    if (heartbeats.get(botId) === atMs) heartbeats.delete(botId);
  }
}
