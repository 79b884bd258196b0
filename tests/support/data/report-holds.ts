import { createReportHolds } from '@/lib/services/calls/report-holds';

/** Holds no report. */
export const NO_HOLDS = manualHolds(0).holds;

/** Places for held reports. Nothing waits for the clock: a test ends the waits. */
export function manualHolds(maxMs = 2_000, places?: number) {
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const holds = createReportHolds({
    maxMs,
    ...(places !== undefined && { places }),
    monotonicMs: () => 0,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const settle = () => {
          signal.removeEventListener('abort', settle);
          resolve(!signal.aborted);
        };
        waits.push({ ms, end: settle });
        signal.addEventListener('abort', settle);
        if (signal.aborted) settle();
      }),
  });
  return { holds, waits };
}
