import { paths, withQuery } from '@/lib/contract/paths';
import type { WebhookDelivery } from '@/lib/domain/alerts/delivery';

/** The address of the delivery log of a webhook. */
export const deliveriesHref = (botId: string, webhookId: string, page = 1): string =>
  withQuery(paths.bot(botId).alerts, { webhook: webhookId, ...(page > 1 && { page }) });

/** The same, where the result of a test is awaited: of a later one than the event `before`, the last test so far. */
export const testHref = (botId: string, webhookId: string, before: string): string =>
  withQuery(paths.bot(botId).alerts, { webhook: webhookId, test: before });

/** The newest test among deliveries, newest first. */
export const lastTest = <D extends Pick<WebhookDelivery, 'eventType'>>(
  deliveries: readonly D[],
): D | undefined => deliveries.find(({ eventType }) => eventType === 'webhook.test');

/** The result of a test that was sent after the event `before`; `null` until it was tried. */
export function testResult<D extends Pick<WebhookDelivery, 'eventType' | 'eventId' | 'tries'>>(
  deliveries: readonly D[],
  before: string,
): D | null {
  const last = lastTest(deliveries);
  return last !== undefined && last.eventId !== before && last.tries > 0 ? last : null;
}
