import { parseBackup, parseBotCounts } from '@/lib/contract/service-facts';
import type { BotStateName } from '@/lib/domain/bot-state-name';
import type { Ports } from '@/lib/ports/ports';
import type { Waiting } from '@/lib/ports/waiting';

/** What waits: how many, and for how long the oldest one has been due, in ms; 0 if none is. */
export type QueueFigures = { readonly count: number; readonly overdueMs: number };

/** The state of the service as its metrics show it. */
export type ServiceFigures = {
  readonly queues: Readonly<Record<'events' | 'deliveries' | 'mails', QueueFigures>>;
  /** Bots by state as last counted; `null` before the first count. */
  readonly bots: Readonly<Record<BotStateName, number>> | null;
  /** The last backup by command; `null` if there was none. */
  readonly backupAtMs: number | null;
};

/** Reads figures of the whole service, the same on every instance. */
export async function readFigures({ directory }: Pick<Ports, 'directory'>): Promise<ServiceFigures> {
  return directory.read(async ({ events, deliveries, mails, facts }, nowMs) => {
    const queue = ({ count, oldestDueAtMs }: Waiting): QueueFigures => ({
      count,
      overdueMs: oldestDueAtMs === null ? 0 : Math.max(0, nowMs - oldestDueAtMs),
    });
    const counts = parseBotCounts((await facts.find('bots'))?.value);
    const backup = await facts.find('backup');
    return {
      queues: {
        events: queue(await events.waiting()),
        deliveries: queue(await deliveries.waiting()),
        mails: queue(await mails.waiting()),
      },
      bots: counts && numbersOf(counts.states),
      backupAtMs: parseBackup(backup?.value) === null ? null : (backup?.atMs ?? null),
    };
  });
}

const numbersOf = (states: Readonly<Record<BotStateName, { readonly count: number }>>) =>
  Object.fromEntries(Object.entries(states).map(([name, { count }]) => [name, count])) as Record<
    BotStateName,
    number
  >;
