import type { Store } from '@/lib/ports/store';

/** Anyone may probe, and each probe costs a commit: calls within this time share one. */
const PROBE_SHARED_MS = 1_000;

/** Returns a probe of the store that concurrent callers share. */
export function sharedProbe(store: Store): () => Promise<void> {
  let probe: Promise<void> | null = null;
  let startedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (probe === null || performance.now() - startedAt > PROBE_SHARED_MS) {
      startedAt = performance.now();
      probe = store.probe();
    }
    return probe;
  };
}
