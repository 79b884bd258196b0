import { actorOf, type Caller } from '@/lib/domain/caller';
import type { Endpoint } from '@/lib/domain/endpoint';
import type { Ports } from '@/lib/ports/ports';
import { done, type Result } from '../result';
import { writeAs } from '../write-as';
import { findEndpoint, lockOfEndpoint, shownEndpoint } from './find';

/** Deletes an endpoint with its deliveries; what waits for it is not sent. Returns it as it was. */
export async function removeEndpoint(ports: Ports, who: Caller, id: string): Promise<Result<Endpoint>> {
  return writeAs(ports, who, [await lockOfEndpoint(ports, id)], async (tables, nowMs, actor) => {
    const found = await findEndpoint(tables, actor, id);
    if (!found.ok) return found;
    const { botId, host } = found.value;
    await tables.endpoints.delete(id);
    const before = { webhookId: id, host };
    const entry = { actor: actorOf(actor), action: 'webhook.delete', subject: botId, before } as const;
    await tables.audit.append(entry, nowMs);
    return done(shownEndpoint(ports.vault, found.value, nowMs));
  });
}
