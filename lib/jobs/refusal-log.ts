import { type RefusalGroup, refusalGroupOf } from '@/lib/domain/reports/refusal';
import { BatchWriter } from '@/lib/ports/batch-writer';
import type { NotedRefusals, RefusedCall } from '@/lib/services/refusals/record';

/** The most kinds that wait. Anyone can send keys that are not live, so these have a bound of their own. */
const WAITING_MAX: Readonly<Record<RefusalGroup, number>> = { live: 10_000, ended: 1_000 };

type Options = {
  /** Writes all of them or, if it rejects, none. */
  readonly write: (noted: readonly NotedRefusals[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
};

/** Collects refused calls, equal ones together, and writes them every second, so that recording never delays a call. */
export function createRefusalLog({ write, onError }: Options) {
  const writerOf = (group: RefusalGroup) =>
    new BatchWriter<NotedRefusals>({
      timer: (write) => setInterval(write, 1_000).unref(),
      ...{ atOnce: 100, max: WAITING_MAX[group] },
      // Only equal messages are merged here, like ones when they are written.
      keyOf: ({ last: { of, operation, error, message } }) =>
        `${'keyHash' in of ? of.keyHash : of.botId} ${operation} ${error} ${message}`,
      merge: (earlier, later) => ({
        ...later,
        firstAtMs: earlier.firstAtMs,
        count: earlier.count + later.count,
      }),
      ...{ write, onRefused: onError, onUnavailable: onError },
    });
  const writers = { live: writerOf('live'), ended: writerOf('ended') };
  return {
    note: (call: RefusedCall) =>
      writers[refusalGroupOf(call)].note({ count: 1, firstAtMs: call.atMs, last: call }),
    /** Tries to write the rest. */
    close: async () => void (await Promise.all([writers.live.close(), writers.ended.close()])),
  };
}
