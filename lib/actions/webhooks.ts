'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { textField, yes } from '@/lib/contract/form-fields';
import type { ShownSecretValue } from '@/lib/contract/shown';
import { done } from '@/lib/services/result';
import { changeWebhook, removeWebhook, rotateSecret } from '@/lib/services/webhooks/change';
import { type CreatedWebhook, createWebhook } from '@/lib/services/webhooks/create';
import { listDeliveries } from '@/lib/services/webhooks/find';
import { sendAgain, testWebhook } from '@/lib/services/webhooks/send-again';
import { lastTest, testHref } from '@/lib/view/alert-links';
import { SENSIBLE_TYPES } from '@/lib/view/event-types';
import { formAction } from './form-action';

const toShown = ({ secret }: CreatedWebhook): ShownSecretValue | null =>
  secret === null ? null : { secret };

/** Adds a webhook to a bot; what it gets is chosen with the other alerts. */
export const createWebhookAction = formAction(
  z.object({ botId: textField, url: textField }),
  (ports, who, webhook) => createWebhook(ports, who, { ...webhook, eventTypes: SENSIBLE_TYPES }),
  { name: 'webhook.create', message: 'The webhook is added.', shows: toShown },
);

/** Changes the address of a webhook. */
export const changeWebhookAction = formAction(
  z.object({ webhookId: textField, url: textField }),
  (ports, who, { webhookId, url }) => changeWebhook(ports, who, webhookId, { url }),
  { name: 'webhook.change', message: 'The webhook is changed.', shows: toShown },
);

/** Switches a webhook on or off. */
export const setWebhookOnAction = formAction(
  z.object({ webhookId: textField, on: yes }),
  (ports, who, { webhookId, on: isOn }) => changeWebhook(ports, who, webhookId, { isOn }),
  { name: 'webhook.change', message: (_, { on }) => (on ? 'The webhook is on.' : 'The webhook is off.') },
);

/** Gives a webhook a new secret. */
export const rotateSecretAction = formAction(
  z.object({ webhookId: textField }),
  (ports, who, { webhookId }) => rotateSecret(ports, who, webhookId),
  { name: 'webhook.rotate-secret', message: 'The new secret is ready.', shows: toShown },
);

/** Deletes a webhook. */
export const removeWebhookAction = formAction(
  z.object({ webhookId: textField }),
  (ports, who, { webhookId }) => removeWebhook(ports, who, webhookId),
  { name: 'webhook.delete', message: 'The webhook is removed.' },
);

/** Sends a test event to a webhook, and leads to where its result will be. */
export const testWebhookAction = formAction(
  z.object({ webhookId: textField }),
  async (ports, who, { webhookId }) => {
    const log = await listDeliveries(ports, who, webhookId, 1);
    if (!log.ok) return log;
    const sent = await testWebhook(ports, who, webhookId);
    if (!sent.ok) return sent;
    return done(testHref(sent.value.botId, webhookId, lastTest(log.value.deliveries)?.eventId ?? ''));
  },
  { name: 'webhook.test', shows: (href) => redirect(href) },
);

/** Sends an event to a webhook again. */
export const sendAgainAction = formAction(
  z.object({ webhookId: textField, eventId: textField }),
  (ports, who, { webhookId, eventId }) => sendAgain(ports, who, webhookId, eventId),
  { name: 'webhook.send-again' },
);
