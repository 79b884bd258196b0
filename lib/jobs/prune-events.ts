import { pruneEvents } from '@/lib/services/prune';
import type { Job } from './job';

/** Deletes events that are no longer kept. */
export const pruneEventsJob: Job = { name: 'prune-events', everyMs: 600_000, run: pruneEvents };
