import { pruneAccessLog } from '@/lib/services/prune';
import type { Job } from './job';

/** Deletes sign-ins and denials older than `days`. */
export const pruneAccessLogJob = (days: number): Job => ({
  name: 'prune-access-log',
  everyMs: 3_600_000,
  run: pruneAccessLog(days),
});
