'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import type { FormState } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';
import type { ShownSecretValue } from '@/lib/contract/shown';
import { done } from '@/lib/services/result';
import { changeWebhook, removeWebhook, rotateSecret } from '@/lib/services/webhooks/change';
import { type CreatedWebhook, createWebhook } from '@/lib/services/webhooks/create';
import { listDeliveries } from '@/lib/services/webhooks/find';
import { sendAgain, testWebhook } from '@/lib/services/webhooks/send-again';
import { lastTest, testHref } from '@/lib/view/alert-links';
import { SENSIBLE_TYPES } from '@/lib/view/event-types';
import { act } from './act';
import { field } from './fields';
import { formState, nothing } from './form-result';

type SecretState = FormState<ShownSecretValue>;

const toShown = ({ secret }: CreatedWebhook): ShownSecretValue | null =>
  secret === null ? null : { secret };
const showAgain = (botId: string) => revalidatePath(paths.bot(botId).alerts);

/** Adds a webhook with the address `url` to the bot `botId`; what it gets is chosen with the other alerts. */
export async function createWebhookAction(_: SecretState, form: FormData): Promise<SecretState> {
  const botId = field(form, 'botId');
  const result = await act('webhook.create', (ports, who) =>
    createWebhook(ports, who, { botId, url: field(form, 'url'), eventTypes: SENSIBLE_TYPES }),
  );
  if (result.ok) showAgain(botId);
  return formState(form, result, 'The webhook is added.', toShown);
}

/** Changes the address of the webhook `webhookId` to `url`. */
export async function changeWebhookAction(_: SecretState, form: FormData): Promise<SecretState> {
  const result = await act('webhook.change', (ports, who) =>
    changeWebhook(ports, who, field(form, 'webhookId'), { url: field(form, 'url') }),
  );
  if (result.ok) showAgain(result.value.webhook.botId);
  return formState(form, result, 'The webhook is changed.', toShown);
}

/** Switches the webhook `webhookId` on or off: `on`. */
export async function turnWebhookAction(_: FormState, form: FormData): Promise<FormState> {
  const isOn = field(form, 'on') === 'yes';
  const result = await act('webhook.change', (ports, who) =>
    changeWebhook(ports, who, field(form, 'webhookId'), { isOn }),
  );
  if (result.ok) showAgain(result.value.webhook.botId);
  return formState(form, result, isOn ? 'The webhook is on.' : 'The webhook is off.', nothing);
}

/** Gives the webhook `webhookId` a new secret. */
export async function rotateSecretAction(_: SecretState, form: FormData): Promise<SecretState> {
  const result = await act('webhook.rotate-secret', (ports, who) =>
    rotateSecret(ports, who, field(form, 'webhookId')),
  );
  if (result.ok) showAgain(result.value.webhook.botId);
  return formState(form, result, 'The new secret is ready.', toShown);
}

/** Deletes the webhook `webhookId`. */
export async function removeWebhookAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('webhook.delete', (ports, who) =>
    removeWebhook(ports, who, field(form, 'webhookId')),
  );
  if (result.ok) showAgain(result.value.botId);
  return formState(form, result, 'The webhook is removed.', nothing);
}

/** Sends a test event to the webhook `webhookId`, and leads to where its result will be. */
export async function testWebhookAction(_: FormState, form: FormData): Promise<FormState> {
  const webhookId = field(form, 'webhookId');
  const result = await act('webhook.test', async (ports, who) => {
    const log = await listDeliveries(ports, who, webhookId, 1);
    if (!log.ok) return log;
    const sent = await testWebhook(ports, who, webhookId);
    return sent.ok ? done({ botId: sent.value.botId, before: lastTest(log.value.deliveries) }) : sent;
  });
  if (result.ok) redirect(testHref(result.value.botId, webhookId, result.value.before?.eventId ?? ''));
  return formState(form, result, '', nothing);
}

/** Sends the event `eventId` to the webhook `webhookId` again. */
export async function sendAgainAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('webhook.send-again', (ports, who) =>
    sendAgain(ports, who, field(form, 'webhookId'), field(form, 'eventId')),
  );
  if (result.ok) revalidatePath(paths.home, 'layout');
  return formState(form, result, '', nothing);
}
