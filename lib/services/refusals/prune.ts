import { REFUSALS_KEPT_MS } from '@/lib/domain/refusal';
import type { Ports } from '@/lib/ports/ports';
import { deleteInBatches } from '../delete-in-batches';
import { REFUSALS_END_LOCK } from '../locks';

const ROWS_AT_ONCE = 1_000;

/** Deletes refusals whose last call is older than REFUSALS_KEPT_MS. */
export const pruneRefusals = (ports: Pick<Ports, 'directory'>, signal?: AbortSignal): Promise<void> =>
  deleteInBatches(ports, REFUSALS_END_LOCK, signal, ({ refusals }, nowMs) =>
    refusals.deleteBefore(nowMs - REFUSALS_KEPT_MS, ROWS_AT_ONCE),
  );
