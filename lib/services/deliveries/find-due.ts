import { countSlots, REQUESTS_MAX, type Slot } from '@/lib/domain/delivery-slots';
import type { DueEndpoint } from '@/lib/ports/endpoints';
import type { Ports } from '@/lib/ports/ports';

/** Endpoints for which deliveries are due, as many as may be sent to beside the requests that are under way. */
export async function findDue(
  { directory }: Pick<Ports, 'directory'>,
  underWay: readonly Slot[],
): Promise<DueEndpoint[]> {
  const slots = countSlots(underWay);
  const hosts = [...new Set(underWay.map(({ host }) => host))];
  return directory.read(async ({ endpoints }, nowMs) => {
    const found: DueEndpoint[] = [];
    for (const health of ['working', 'new', 'failing'] as const) {
      // Hosts that may not get more must not fill the part of the list that is read.
      const full = hosts.filter((host) => !slots.isFree({ host, health }));
      const due = await endpoints.listDue(health, nowMs, REQUESTS_MAX, full);
      found.push(...due.filter((endpoint) => slots.take(endpoint)));
    }
    return found;
  });
}
