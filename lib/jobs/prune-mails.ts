import { pruneMails } from '@/lib/services/prune';
import type { Job } from './job';

/** Deletes old mails. */
export const pruneMailsJob: Job = { name: 'prune-mails', everyMs: 3_600_000, run: pruneMails };
