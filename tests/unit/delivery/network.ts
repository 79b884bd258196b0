import { expect, onTestFinished } from 'vitest';
import { secrets } from '@/lib/auth/secrets';
import { createWebhookSender, type WebhookSenderOptions } from '@/lib/delivery/webhook-sender';
import { timers } from '@/lib/jobs/timers';
import { type ReceiverOptions, startHttpReceiver } from '@/tests/support/webhook-receivers';

/** A receiver that stops with the test. */
export async function receiverOf(options: ReceiverOptions = {}) {
  const receiver = await startHttpReceiver(options);
  onTestFinished(() => receiver.stop());
  return receiver;
}

/** A sender that may reach 127.0.0.1, and stops with the test. */
export function senderWith(options: Partial<WebhookSenderOptions> = {}) {
  const defaults = { allow: ['127.0.0.1'], version: '1.2.3', nowMs: Date.now, ...timers };
  const sender = createWebhookSender({ ...defaults, ...options });
  onTestFinished(() => sender.close());
  return sender;
}

export const messageTo = (address: string) => ({
  address,
  secrets: [secrets.newWebhookSecret()],
  id: 'evt_1',
  body: '{"type":"webhook.test"}',
});

export const failed = (reason: string | RegExp, status: number | null = null) =>
  expect.objectContaining({ isDelivered: false, status, reason: expect.stringMatching(reason) });
