import { discordMessage } from '@/lib/contract/discord-message';
import { eventBody } from '@/lib/contract/events';
import { CLAIM_MS } from '@/lib/domain/alerts/delivery';
import type { Ports } from '@/lib/ports/ports';
import type { ClaimedWebhook } from './claim';
import type { DeliveryAttempt } from './record';

export type SendOptions = {
  /** The origin of links in messages; `null` for none. */
  readonly origin: string | null;
  readonly monotonicMs: () => number;
  /** Once aborted, no further request starts. */
  readonly signal: AbortSignal;
};

/**
 * Sends the due events of a claimed webhook, one request after the other, while the claim allows to start one and
 * until one fails: then others may be more urgent.
 */
export async function sendClaimed(
  { webhooks }: Pick<Ports, 'webhooks'>,
  { kind, address, secrets, events, timeZone }: ClaimedWebhook,
  { origin, monotonicMs, signal }: SendOptions,
): Promise<DeliveryAttempt[]> {
  if (kind === 'discord') {
    const result = await webhooks.postDiscord({
      address,
      body: discordMessage(events, { origin, timeZone }),
    });
    return [{ eventIds: events.map(({ id }) => id), result }];
  }
  const endMs = monotonicMs() + CLAIM_MS;
  const sent: DeliveryAttempt[] = [];
  for (const event of events) {
    if (signal.aborted || monotonicMs() >= endMs) break;
    const { id } = event;
    const body = JSON.stringify(eventBody(event));
    const result = await webhooks.postSigned({ address, secrets, id, body });
    sent.push({ eventIds: [id], result });
    if (!result.isDelivered) break;
  }
  return sent;
}
