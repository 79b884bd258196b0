import { WAITING_MAX } from '@/lib/domain/delivery';
import { gets } from '@/lib/domain/endpoint';
import type { BotEvent } from '@/lib/domain/event';
import type { Tables } from '@/lib/ports/ports';

/**
 * Creates the deliveries of events to the endpoints that get them, each once. Part of a write that holds the locks of
 * their bots. Of more than WAITING_MAX for an endpoint, the oldest are dropped, counted and shown in its log.
 */
export async function createDeliveries(
  { endpoints, deliveries }: Tables,
  events: readonly BotEvent[],
  nowMs: number,
): Promise<void> {
  const all = await endpoints.listOfBots([...new Set(events.map(({ data }) => data.botId))]);
  const created = events.flatMap((event) =>
    all
      .filter((endpoint) => endpoint.botId === event.data.botId && gets(endpoint, event))
      .map(({ id, botId }) => ({
        ...{ endpointId: id, botId, eventId: event.id, eventType: event.type },
        // In the order of the events, also among those that are due together.
        ...{ createdAtMs: event.atMs, nextAtMs: Math.min(event.dueAtMs, nowMs) },
      })),
  );
  await deliveries.insert(created);
  const targets = [...new Set(created.map(({ endpointId }) => endpointId))];
  for (const [id, waiting] of await deliveries.countWaiting(targets)) {
    if (waiting <= WAITING_MAX) continue;
    const dropped = all.find((endpoint) => endpoint.id === id)?.dropped ?? 0;
    await endpoints.update([id], { dropped: dropped + (await deliveries.dropOldest(id)) });
  }
  await endpoints.schedule(targets);
}
