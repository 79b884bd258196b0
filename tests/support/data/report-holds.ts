import { createReportHolds } from '@/lib/services/calls/report-holds';

/** Holds no report. */
export const NO_HOLDS = manualHolds(0).holds;

/** Places for held reports. Nothing waits for the clock: a test ends the waits. */
export function manualHolds(maxMs = 2_000) {
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const holds = createReportHolds({
    maxMs,
    monotonicMs: () => 0,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        waits.push({ ms, end: () => resolve(true) });
        signal.addEventListener('abort', () => resolve(false));
        if (signal.aborted) resolve(false);
      }),
  });
  return { holds, waits };
}
