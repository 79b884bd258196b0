import { type Caller, mayAdminister } from '@/lib/domain/caller';
import type { Delivery } from '@/lib/domain/delivery';
import type { Endpoint } from '@/lib/domain/endpoint';
import { PAGE_SIZE, pageWithin } from '@/lib/domain/paging';
import type { Ports } from '@/lib/ports/ports';
import { done, type Result } from '../result';
import { findEndpoint, shownEndpoint } from './find';

export type DeliveriesOfEndpoint = {
  readonly nowMs: number;
  readonly endpoint: Endpoint;
  /** From 1: the requested page, or the last one. */
  readonly page: number;
  /** Deliveries on all pages. */
  readonly total: number;
  readonly deliveries: readonly ShownDelivery[];
};

/**
 * `nextAtMs` is when it is tried; `null` too while its endpoint is not on. Hidden: a private address responded, whose
 * status and duration are for admins only.
 */
export type ShownDelivery = Delivery & { readonly isHidden: boolean };

/** A page of the deliveries to an endpoint of a bot that `who` may manage, the newest first. */
export async function listDeliveries(
  { directory, vault }: Ports,
  who: Caller,
  endpointId: string,
  page: number,
): Promise<Result<DeliveriesOfEndpoint>> {
  return directory.read(async (tables, nowMs) => {
    const found = await findEndpoint(tables, who, endpointId);
    if (!found.ok) return found;
    const total = await tables.deliveries.countOfEndpoint(endpointId);
    const shown = pageWithin(page, total, PAGE_SIZE);
    const all = await tables.deliveries.listOfEndpoint(endpointId, shown);
    const endpoint = shownEndpoint(vault, found.value, nowMs);
    const nextAtMs = (atMs: number | null) =>
      atMs === null || endpoint.status !== 'on' ? null : Math.max(atMs, found.value.notBeforeMs);
    const deliveries = all.map((each) => ({ ...shownTo(who, each), nextAtMs: nextAtMs(each.nextAtMs) }));
    return done({ nowMs, endpoint, page: shown, total, deliveries });
  });
}

function shownTo(who: Caller, delivery: Delivery): ShownDelivery {
  if (!delivery.isPrivate || mayAdminister(who)) return { ...delivery, isHidden: false };
  const reason = delivery.reason === '' ? '' : 'It failed; the receiver is private, so only admins see why.';
  return { ...delivery, status: null, tookMs: null, response: '', reason, isHidden: true };
}
