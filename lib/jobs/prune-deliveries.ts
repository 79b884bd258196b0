import { pruneDeliveries } from '@/lib/services/deliveries/prune';
import type { Job } from './job';

/** Deletes old deliveries. */
export const pruneDeliveriesJob: Job = {
  name: 'prune-deliveries',
  everyMs: 3_600_000,
  run: pruneDeliveries,
};
