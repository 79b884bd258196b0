import type { Ports } from '@/lib/ports/ports';
import type { Job } from './job';

export type RunnerOptions = {
  /** From 0 to 1: the part of its period that a job waits before its first run. */
  readonly random: () => number;
  /** Called for failed runs; a job runs again after its period. */
  readonly onError: (error: unknown, job: string) => void;
};

/**
 * Runs jobs until `stop`. Runs of one job never overlap; first runs are spread over the period, so that
 * instances and jobs do not all run at the same time. `stop` aborts running jobs and resolves when all have ended.
 */
export function startJobs(jobs: readonly Job[], ports: Ports, options: RunnerOptions) {
  // One signal each: Node warns of more than ten listeners.
  const running = jobs.map((job) => {
    const stopping = new AbortController();
    return { stopping, ended: runPeriodically(job, ports, stopping.signal, options) };
  });
  return {
    async stop(): Promise<void> {
      for (const { stopping } of running) stopping.abort();
      await Promise.all(running.map(({ ended }) => ended));
    },
  };
}

async function runPeriodically(
  job: Job,
  ports: Ports,
  signal: AbortSignal,
  { random, onError }: RunnerOptions,
) {
  await wait(job.everyMs * random(), signal);
  while (!signal.aborted) {
    try {
      await job.run(ports, signal);
    } catch (error) {
      // An aborted run may fail in any way.
      if (!signal.aborted) onError(error, job.name);
    }
    await wait(job.everyMs, signal);
  }
}

/** Resolves after `ms`, or when `signal` is aborted. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
