import { EVENTS_KEPT_DAYS } from '@/lib/domain/event';
import { DAY_MS } from '@/lib/domain/plan';
import type { Ports } from '@/lib/ports/ports';
import { deleteInBatches } from '../delete-in-batches';
import { EVENTS_END_LOCK } from '../locks';

const EVENTS_AT_ONCE = 500;

/** Deletes events older than EVENTS_KEPT_DAYS. */
export const pruneEvents = (ports: Pick<Ports, 'directory'>, signal?: AbortSignal): Promise<void> =>
  deleteInBatches(ports, EVENTS_END_LOCK, signal, ({ events }, nowMs) =>
    events.deleteBefore(nowMs - EVENTS_KEPT_DAYS * DAY_MS, EVENTS_AT_ONCE),
  );
