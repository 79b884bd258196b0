import type { StoredWebhook } from '@/lib/domain/alerts/webhook';
import type { Tables } from '@/lib/ports/ports';

/** Part of a write that holds its bot's lock: deletes a webhook. Its deliveries are deleted by `finishRemovals`. */
export async function removeStored(
  { webhooks, removals }: Tables,
  { id, botId }: Pick<StoredWebhook, 'id' | 'botId'>,
  nowMs: number,
): Promise<void> {
  await removals.addWebhook(botId, id, nowMs);
  await webhooks.delete(id);
}
