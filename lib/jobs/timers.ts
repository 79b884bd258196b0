import type { ReportHolds } from '@/lib/ports/ports';

export type Timers = {
  readonly monotonicMs: () => number;
} & Pick<ReportHolds, 'wait'>;

/** Waits and durations on the monotonic clock of the process. */
export const timers: Timers = {
  monotonicMs: () => performance.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve(false);
      const settle = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', settle);
        resolve(!signal.aborted);
      };
      const timer = setTimeout(settle, ms);
      signal.addEventListener('abort', settle);
    }),
};
