import type { Bot } from '@/lib/domain/bot';
import type { Caller } from '@/lib/domain/caller';
import type { Endpoint } from '@/lib/domain/endpoint';
import type { Ports } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { done, type Result } from '../result';
import { shownEndpoint } from './find';

export type EndpointsOfBot = {
  readonly nowMs: number;
  readonly bot: Bot;
  /** Oldest first. */
  readonly endpoints: readonly ListedEndpoint[];
};

export type ListedEndpoint = {
  readonly endpoint: Endpoint;
  /** Events that wait to be delivered. */
  readonly waiting: number;
  /** `null` if nothing was sent to it. */
  readonly lastTryAtMs: number | null;
};

/** The endpoints of a bot that `who` may manage, without addresses and secrets. */
export async function listEndpoints(
  { directory, vault }: Ports,
  who: Caller,
  botId: string,
): Promise<Result<EndpointsOfBot>> {
  return directory.read(async (tables, nowMs) => {
    const found = await findBot(tables, who, botId);
    if (!found.ok) return found;
    const stored = await tables.endpoints.listOfBots([botId]);
    const ids = stored.map(({ id }) => id);
    const waiting = await tables.deliveries.countWaiting(ids);
    const lastTries = await tables.deliveries.lastTries(ids);
    const endpoints = stored.map((each) => ({
      endpoint: shownEndpoint(vault, each, nowMs),
      waiting: waiting.get(each.id) ?? 0,
      lastTryAtMs: lastTries.get(each.id) ?? null,
    }));
    return done({ nowMs, bot: found.value, endpoints });
  });
}
