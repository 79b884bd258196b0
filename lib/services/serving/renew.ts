import { LEASE_MS, SERVING_KEPT_MS } from '@/lib/domain/silence';
import type { Ports } from '@/lib/ports/ports';
import { LEASE_LOCK } from '../write';

/** Records that an instance is serving now. Must be called every LEASE_EVERY_MS by every instance. */
export const renewLease = ({ directory }: Pick<Ports, 'directory'>): Promise<void> =>
  directory.write([LEASE_LOCK], async ({ serving }, nowMs) => {
    await serving.renew(nowMs, nowMs + LEASE_MS);
    await serving.prune(nowMs - SERVING_KEPT_MS);
  });
