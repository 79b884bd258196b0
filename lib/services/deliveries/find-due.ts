import { countSlots, REQUESTS_MAX, type Slot } from '@/lib/domain/delivery-slots';
import type { DueEndpoint } from '@/lib/ports/endpoints';
import type { Ports } from '@/lib/ports/ports';
import { SetAside } from '../set-aside';

const IN_ORDER = ['working', 'new', 'failing'] as const;

/** Endpoints for which deliveries are due, as many as may be sent to beside the requests that are under way. */
export async function findDue(
  { directory }: Pick<Ports, 'directory'>,
  underWay: readonly Slot[],
  aside = new SetAside(),
): Promise<DueEndpoint[]> {
  const slots = countSlots(underWay);
  const hosts = [...new Set(underWay.map(({ host }) => host))];
  const wanted = IN_ORDER.map((health) => {
    // Hosts that may not get more must not fill the part of the list that is read.
    const exceptHosts = hosts.filter((host) => !slots.isFree({ host, health }));
    return { health, exceptHosts };
  });
  const due = await directory.read(({ endpoints }, nowMs) =>
    endpoints.listDue({ wanted, except: aside.ids(nowMs) }, REQUESTS_MAX, nowMs),
  );
  return IN_ORDER.flatMap((health) =>
    due.filter((endpoint) => endpoint.health === health && slots.take(endpoint)),
  );
}
