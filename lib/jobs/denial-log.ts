import { BatchWriter } from '@/lib/ports/batch-writer';
import type { Denial } from '@/lib/services/access/access-log';

type Options = {
  /** Writes all of them or, if it rejects, none. */
  readonly write: (denials: readonly Denial[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
};

/**
 * Records denials after their responses, on a period of its own, so that response times do not reveal what belongs to others.
 */
export function createDenialLog({ write, onError }: Options): BatchWriter<Denial> {
  let noted = 0;
  return new BatchWriter({
    timer: (write) => setInterval(write, 1_000).unref(),
    // More wait only while the database cannot write.
    ...{ atOnce: 1_000, max: 1_000 },
    keyOf: () => String(++noted),
    merge: (_, later) => later,
    ...{ write, onRefused: onError, onUnavailable: onError },
  });
}
