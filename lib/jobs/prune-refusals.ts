import { pruneRefusals } from '@/lib/services/prune';
import type { Job } from './job';

/** Deletes refusals that are no longer shown. */
export const pruneRefusalsJob: Job = {
  name: 'prune-refusals',
  everyMs: 600_000,
  run: pruneRefusals,
};
