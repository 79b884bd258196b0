import type { Caller } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { conflict, done, notFound, type Result } from '../result';
import { writeAs } from '../write-as';
import { findEndpoint, lockOfEndpoint, shownEndpoint } from './find';

/**
 * Delivers an event to an endpoint again, now and with all retries, whatever came of it before: the receiver gets the
 * same `webhook-id`. The endpoint must be on, and the event still be kept.
 */
export async function sendAgain(
  ports: Ports,
  who: Caller,
  endpointId: string,
  eventId: string,
): Promise<Result<null>> {
  return writeAs(ports, who, [await lockOfEndpoint(ports, endpointId)], async (tables, nowMs, actor) => {
    const found = await findEndpoint(tables, actor, endpointId);
    if (!found.ok) return found;
    if (shownEndpoint(ports.vault, found.value, nowMs).status !== 'on') {
      return conflict('This webhook is not on: enable it first.');
    }
    const delivery = await tables.deliveries.find(endpointId, eventId);
    const [event] = await tables.events.listByIds([eventId]);
    if (delivery === null || event === undefined)
      return notFound('This event is no longer kept, or cannot be read.', 'eventId');
    await tables.deliveries.save([{ ...delivery, state: 'waiting', tries: 0, nextAtMs: nowMs }]);
    await tables.endpoints.schedule([endpointId]);
    return done(null);
  });
}
