import { isStorageUnavailable, type Store } from '@/lib/services/ports';
import { INTERNAL_ERROR, STORAGE_UNAVAILABLE } from './failures';
import { failure, type Reply, success } from './reply';

/** `GET /api/health/live`: the process answers. */
export const live = (): Reply => success({ status: 'live' });

/** Anyone may ask, and each probe costs a commit: within this time all share one. */
const PROBE_SHARED_MS = 1_000;

/** `GET /api/health/ready`: the database can commit now; 503 when it cannot. */
export function readiness(store: Store, onError: (error: unknown, requestId: string) => void) {
  let probe: Promise<void> | null = null;
  let startedAt = Number.NEGATIVE_INFINITY;
  return async (requestId: string): Promise<Reply> => {
    if (probe === null || performance.now() - startedAt > PROBE_SHARED_MS) {
      startedAt = performance.now();
      probe = store.probe();
    }
    try {
      await probe;
      return success({ status: 'ready' });
    } catch (error) {
      onError(error, requestId);
      return failure(requestId, isStorageUnavailable(error) ? STORAGE_UNAVAILABLE : INTERNAL_ERROR);
    }
  };
}
