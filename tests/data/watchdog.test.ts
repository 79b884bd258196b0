import { afterEach, expect, it } from 'vitest';
import { createWatchdog } from '@/lib/delivery/watchdog';
import type { Job } from '@/lib/jobs/job';
import { JobRuns, watchdogJob } from '@/lib/jobs/watchdog';
import type { Ports } from '@/lib/ports/ports';
import { T0 } from '@/tests/support/data/accounts';
import { connectAgain, db, onEachDatabase, ports } from '@/tests/support/data/each-database';
import { startHttpReceiver } from '@/tests/support/webhook-receivers';

const MINUTE_MS = 60_000;
const { signal } = new AbortController();
const HOURLY = { name: 'prune-mails', everyMs: 60 * MINUTE_MS } as Job;
const QUICK = { name: 'route-events', everyMs: 1_000 } as Job;
const ends: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

onEachDatabase('the watchdog', () => {
  /** An instance whose jobs run on a clock of its own; `failures` are what it logs. */
  async function watching(path = '/secret-uuid', allow?: readonly string[]) {
    const receiver = await startHttpReceiver();
    const watchdog = createWatchdog({
      url: `${receiver.origin}${path}`,
      version: 'test',
      allow: allow ?? [receiver.host],
    });
    ends.push(() => watchdog.close(), receiver.stop);
    let nowMs = 0;
    const runs = new JobRuns(() => nowMs);
    for (const job of [HOURLY, QUICK]) runs.note(job);
    const failures: string[] = [];
    const job = watchdogJob({ watchdog, runs, onFailure: (reason) => failures.push(reason) });
    const asked = () => receiver.requests.length;
    const at = async (ms: number, on: Ports = ports) => {
      await db.setClock(T0 + ms);
      await job.run(on, signal);
      return asked();
    };
    const runLocallyAt = (ms: number) => {
      nowMs = ms;
    };
    return { receiver, failures, runs, at, runLocallyAt };
  }

  it('is requested once a minute, by one of two instances', async () => {
    const { receiver, at, failures } = await watching();
    const other = await connectAgain();
    expect(await at(0)).toBe(1);
    expect(await at(30_000, other)).toBe(1);
    expect(await at(MINUTE_MS)).toBe(2);
    // Both at once, and after the first one was killed.
    await db.setClock(T0 + 2 * MINUTE_MS);
    await Promise.all([at(2 * MINUTE_MS), at(2 * MINUTE_MS, other)]);
    expect(await at(2 * MINUTE_MS + 30_000, other)).toBe(3);
    expect(await at(3 * MINUTE_MS, other)).toBe(4);
    expect(receiver.requests[0]).toMatchObject({ method: 'GET', path: '/secret-uuid', body: '' });
    expect(failures).toEqual([]);
    // The clock was set back.
    expect(await at(-60 * MINUTE_MS)).toBe(5);
  });

  it('is not requested while a job is late: after 10 minutes, or three of its periods', async () => {
    const { at, runs, runLocallyAt, failures } = await watching();
    runLocallyAt(10 * MINUTE_MS);
    expect(await at(0)).toBe(1);
    runLocallyAt(10 * MINUTE_MS + 1);
    expect(await at(MINUTE_MS)).toBe(1);
    expect(failures).toEqual(['No request was made: these jobs are late: route-events.']);
    runs.note(QUICK);
    expect(await at(MINUTE_MS)).toBe(2);
    runLocallyAt(180 * MINUTE_MS + 1);
    runs.note(QUICK);
    expect(await at(3 * MINUTE_MS)).toBe(2);
    expect(failures.at(-1)).toBe('No request was made: these jobs are late: prune-mails.');
  });

  it('is not requested while the database cannot commit', async () => {
    const { at } = await watching();
    const lost = {
      ...ports.directory,
      write: () => Promise.reject(new Error('The database is gone.')),
    } as Ports['directory'];
    await expect(at(0, { ...ports, directory: lost })).rejects.toThrow('gone');
    expect(await at(0)).toBe(1);
  });

  it('reaches only what webhooks may reach, and what is said of it holds no path', async () => {
    const forbidden = await watching('/secret-uuid', []);
    expect(await forbidden.at(0)).toBe(0);
    const failing = await watching('/secret-uuid?key=secret-key');
    failing.receiver.respondNext({ status: 302, headers: { location: '/else' } }, 500);
    expect(await failing.at(MINUTE_MS)).toBe(1);
    expect(await failing.at(2 * MINUTE_MS)).toBe(2);
    expect(failing.failures).toEqual(['It responded with 302.', 'It responded with 500.']);
    expect(JSON.stringify([forbidden.failures, failing.failures])).not.toMatch(/secret/);
    expect(forbidden.failures).toHaveLength(1);
  });
});
