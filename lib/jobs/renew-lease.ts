import { LEASE_EVERY_MS } from '@/lib/domain/serving';
import { renewLease } from '@/lib/services/serving/renew';
import type { Job } from './job';

/** Records that this instance is serving; bots cannot fall silent while none is. */
export const renewLeaseJob: Job = { name: 'renew-lease', everyMs: LEASE_EVERY_MS, run: renewLease };
