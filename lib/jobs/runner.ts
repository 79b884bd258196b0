import type { Ports } from '@/lib/ports/ports';
import { SetAside } from '@/lib/services/set-aside';
import type { Job } from './job';

/** From the end of a run to the start of one that was woken: what is stored meanwhile is done together. */
const WOKEN_AFTER_MS = 250;
/** From the call that wakes a job to its run: the response goes first. */
const WAKE_MS = 10;

export type RunnerOptions = {
  /** From 0 to 1: the part of its period that a job waits before its first run. */
  readonly random: () => number;
  /** Called for failed runs and for what they set aside; a job runs again after its period. */
  readonly onError: (error: unknown, job: string) => void;
  /** Called before the first run of a job, and after each run without an error. */
  readonly onRun?: (job: Job) => void;
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
  { random, onError, onRun }: RunnerOptions,
) {
  const failed = (error: unknown) => onError(error, job.name);
  const aside = new SetAside(failed);
  onRun?.(job);
  await wait(job.everyMs * random(), signal);
  while (!signal.aborted) {
    job.wake?.reset();
    try {
      await job.run(ports, signal, aside);
      onRun?.(job);
    } catch (error) {
      // An aborted run may fail in any way.
      if (!signal.aborted) failed(error);
    }
    await pause(job, signal);
  }
  await job.end?.(ports).catch(failed);
}

/** The time between two runs. */
async function pause({ everyMs, wake }: Job, signal: AbortSignal): Promise<void> {
  if (wake === undefined) return wait(everyMs, signal);
  await wait(WOKEN_AFTER_MS, signal);
  await wait(everyMs - WOKEN_AFTER_MS, signal, wake.signal);
  if (wake.signal.aborted) await wait(WAKE_MS, signal);
}

/** Resolves after `ms`, or when one of the signals is aborted. */
function wait(ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    if (signals.some(({ aborted }) => aborted)) return resolve();
    const end = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    for (const signal of signals) signal.addEventListener('abort', end);
  });
}
