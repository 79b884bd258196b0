import type { DueEndpoint } from '@/lib/ports/endpoints';
import type { Ports } from '@/lib/ports/ports';
import { botLock } from '../locks';
import { type Claimed, claimEndpoints } from './claim';
import { type Finished, recordSent } from './record';

/** What an instance has sent, and what it would send next. */
export type Turn = {
  readonly finished: readonly Finished[];
  readonly due: readonly DueEndpoint[];
  /** Names the instance in its claims. */
  readonly token: string;
  /** From 0 to 1. */
  readonly random: () => number;
};

/**
 * Stores the results of an instance and claims endpoints for it, together in one transaction: a commit each would take
 * most of the time of a delivery.
 */
export async function recordAndClaim(
  { directory, vault }: Pick<Ports, 'directory' | 'vault'>,
  { finished, due, token, random }: Turn,
): Promise<Claimed[]> {
  const botIds = new Set([...finished, ...due].map(({ botId }) => botId));
  return directory.write([...botIds].map(botLock), async (tables, nowMs) => {
    await recordSent(tables, finished, token, nowMs, random);
    const ids = due.map(({ id }) => id);
    return claimEndpoints(tables, vault, ids, token, nowMs);
  });
}
