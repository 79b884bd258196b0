import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Job, WakeSignal } from '@/lib/jobs/job';
import { createJobs } from '@/lib/jobs/list';
import { startJobs } from '@/lib/jobs/runner';
import type { Ports } from '@/lib/ports/ports';
import { VoteInbox } from '@/lib/services/votes/inbox';
import { contextForEachTest } from '@/tests/support/data/principals';

const context = contextForEachTest();
const EVERY_MS = 1_000;

/** A job whose runs last until `end` is called, and what it has recorded. */
function trial() {
  const seen = { begun: 0, running: 0, mostAtOnce: 0, signal: new AbortController().signal };
  let end: (error?: Error) => void = () => {};
  const job: Job = {
    name: 'trial',
    everyMs: EVERY_MS,
    run: (_, signal) =>
      new Promise<void>((resolve, reject) => {
        seen.signal = signal;
        seen.begun++;
        seen.mostAtOnce = Math.max(seen.mostAtOnce, ++seen.running);
        end = (error) => {
          seen.running--;
          if (error === undefined) resolve();
          else reject(error);
        };
      }),
  };
  return { job, seen, end: (error?: Error) => end(error) };
}

const failed: [unknown, string][] = [];
const start = (jobs: readonly Job[], random = 0) =>
  startJobs(jobs, context().ports, {
    random: () => random,
    onError: (error, job) => failed.push([error, job]),
  });

beforeEach(() => {
  failed.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

describe('runs of a job', () => {
  it('never overlap: the next begins one period after the end of the last', async () => {
    const { job, seen, end } = trial();
    const jobs = start([job]);
    await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(seen).toMatchObject({ begun: 1, mostAtOnce: 1 });
    end();
    await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
    expect(seen.begun).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toMatchObject({ begun: 2, mostAtOnce: 1 });
    end();
    await jobs.stop();
  });

  it('continue after one that failed, whose error is reported', async () => {
    const { job, seen, end } = trial();
    const jobs = start([job]);
    await vi.advanceTimersByTimeAsync(0);
    const error = new Error('the database is unavailable');
    end(error);
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(seen.begun).toBe(2);
    expect(failed).toEqual([[error, 'trial']]);
    end();
    await jobs.stop();
  });

  it.each([
    [0.001, 1],
    [0.25, 250],
    [0.999, 999],
  ])('with a random number of %d first begin after %i ms', async (random, waitMs) => {
    const { job, seen, end } = trial();
    const jobs = start([job], random);
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(seen.begun).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.begun).toBe(1);
    end();
    await jobs.stop();
  });

  it('begin soon after the job was woken, also during a run, but with a pause after the last', async () => {
    const { job, seen, end } = trial();
    const wake = new WakeSignal();
    const jobs = start([{ ...job, wake }]);
    await vi.advanceTimersByTimeAsync(0);
    wake.set();
    end();
    await vi.advanceTimersByTimeAsync(259);
    expect(seen.begun).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.begun).toBe(2);
    end();
    await vi.advanceTimersByTimeAsync(300);
    expect(seen.begun).toBe(2);
    wake.set();
    await vi.advanceTimersByTimeAsync(9);
    expect(seen.begun).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.begun).toBe(3);
    end();
    await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
    expect(seen.begun).toBe(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.begun).toBe(4);
    end();
    await jobs.stop();
  });

  it('do not wait for runs of other jobs', async () => {
    const [slow, quick] = [trial(), trial()];
    const jobs = start([slow.job, quick.job]);
    for (let i = 0; i < 3; i++) {
      await vi.advanceTimersByTimeAsync(EVERY_MS);
      quick.end();
    }
    expect([slow.seen.begun, quick.seen.begun]).toEqual([1, 3]);
    slow.end();
    await jobs.stop();
  });
});

describe('stop', () => {
  it('aborts the current run, waits for its end, and begins no other', async () => {
    const { job, seen, end } = trial();
    const jobs = start([job]);
    await vi.advanceTimersByTimeAsync(0);
    let isStopped = false;
    const stopped = jobs.stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect([isStopped, seen.signal.aborted]).toEqual([false, true]);
    end(new Error('aborted'));
    await stopped;
    await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(seen).toMatchObject({ begun: 1, running: 0 });
    expect(failed).toEqual([]);
  });

  it.each([0.5, 1])('resolves at once before the first run or between runs (random %d)', async (random) => {
    const { job, seen, end } = trial();
    const jobs = start([job], random);
    await vi.advanceTimersByTimeAsync(600);
    end();
    await jobs.stop();
    expect(vi.getTimerCount()).toBe(0);
    expect(seen.begun).toBe(random === 1 ? 0 : 1);
  });
});

it('every job has a unique name and a period from a second to a day', () => {
  const voteInbox = new VoteInbox({} as Ports);
  const jobs = createJobs(
    { auditSignInDays: 400, appUrl: undefined },
    { eventStored: new WakeSignal(), voteInbox },
  );
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
  for (const { everyMs } of jobs) {
    expect(everyMs).toBeGreaterThanOrEqual(1_000);
    expect(everyMs).toBeLessThanOrEqual(86_400_000);
  }
});
