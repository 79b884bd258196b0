import { tellExpiringKeys } from '@/lib/services/keys/tell-expiring';
import type { Job } from './job';

/** Tells owners of keys that expire soon. */
export const tellExpiringKeysJob: Job = {
  name: 'tell-expiring-keys',
  everyMs: 600_000,
  run: tellExpiringKeys,
};
