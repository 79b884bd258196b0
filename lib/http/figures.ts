import { Gauge, type Registry } from 'prom-client';
import type { ServiceFigures } from '@/lib/services/overview/overview';

const QUEUES = { events: 'Events', deliveries: 'Deliveries', mails: 'Mails' } as const;

/** Gauges of the whole service. The function that it returns sets them; without figures they have no value. */
export function createFigures(registers: Registry[]): (figures: ServiceFigures | null) => void {
  const queues = Object.entries(QUEUES).map(([name, noun]) => ({
    name: name as keyof typeof QUEUES,
    waiting: new Gauge({
      name: `botmeter_${name}_waiting`,
      help: `${noun} that wait to be handled, those for a later try included.`,
      registers,
    }),
    oldest: new Gauge({
      name: `botmeter_${name}_oldest_seconds`,
      help: `${noun}: for how long the first that waits has been due.`,
      registers,
    }),
  }));
  const bots = new Gauge({
    name: 'botmeter_bots',
    help: 'Bots by state, as last counted.',
    labelNames: ['state'],
    registers,
  });
  const backup = new Gauge({
    name: 'botmeter_backup_timestamp_seconds',
    help: 'When “botmeter backup” was last run, in seconds since 1970.',
    registers,
  });
  const unlabelled = [backup, ...queues.flatMap(({ waiting, oldest }) => [waiting, oldest])];
  return (figures) => {
    bots.reset();
    // `reset` would set these to 0, which would be a wrong figure.
    for (const gauge of unlabelled) gauge.remove();
    if (figures === null) return;
    for (const { name, waiting, oldest } of queues) {
      waiting.set(figures.queues[name].count);
      oldest.set(figures.queues[name].overdueMs / 1_000);
    }
    for (const [state, count] of Object.entries(figures.bots ?? {})) bots.set({ state }, count);
    if (figures.backupAtMs !== null) backup.set(figures.backupAtMs / 1_000);
  };
}
