'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import type { FormState } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';
import type { ShownSecretValue } from '@/lib/contract/shown';
import { CHOOSABLE_TYPES } from '@/lib/domain/alerts/endpoint';
import type { EventType } from '@/lib/domain/alerts/event';
import { changeEndpoint, removeEndpoint, rotateSecret } from '@/lib/services/endpoints/change';
import { type CreatedEndpoint, createEndpoint } from '@/lib/services/endpoints/create';
import { listDeliveries } from '@/lib/services/endpoints/find';
import { sendAgain, testEndpoint } from '@/lib/services/endpoints/send-again';
import { done } from '@/lib/services/result';
import { lastTest, testHref } from '@/lib/view/alert-links';
import { act } from './act';
import { field } from './fields';
import { formState, nothing } from './form-result';

type SecretState = FormState<ShownSecretValue>;

const toShown = ({ secret }: CreatedEndpoint): ShownSecretValue | null =>
  secret === null ? null : { secret };
const showAgain = (botId: string) => revalidatePath(paths.bot(botId).alerts);

/** The types whose box `event.<type>` is ticked. */
const typesIn = (form: FormData): EventType[] =>
  CHOOSABLE_TYPES.filter((type) => field(form, `event.${type}`) === 'yes');

/** Adds an endpoint to the bot `botId`: `url`, `event.<type>`. */
export async function createEndpointAction(_: SecretState, form: FormData): Promise<SecretState> {
  const botId = field(form, 'botId');
  const result = await act('webhook.create', (ports, who) =>
    createEndpoint(ports, who, { botId, url: field(form, 'url'), eventTypes: typesIn(form) }),
  );
  if (result.ok) showAgain(botId);
  return formState(form, result, 'The endpoint is added.', toShown);
}

/** Changes the events of the endpoint `webhookId`, and its address if `url` is not empty. */
export async function changeEndpointAction(_: SecretState, form: FormData): Promise<SecretState> {
  const url = field(form, 'url').trim();
  const change = { eventTypes: typesIn(form), ...(url !== '' && { url }) };
  const result = await act('webhook.change', (ports, who) =>
    changeEndpoint(ports, who, field(form, 'webhookId'), change),
  );
  if (result.ok) showAgain(result.value.endpoint.botId);
  return formState(form, result, 'The endpoint is changed.', toShown);
}

/** Switches the endpoint `webhookId` on or off: `on`. */
export async function turnEndpointAction(_: FormState, form: FormData): Promise<FormState> {
  const isOn = field(form, 'on') === 'yes';
  const result = await act('webhook.change', (ports, who) =>
    changeEndpoint(ports, who, field(form, 'webhookId'), { isOn }),
  );
  if (result.ok) showAgain(result.value.endpoint.botId);
  return formState(form, result, isOn ? 'The endpoint is on.' : 'The endpoint is off.', nothing);
}

/** Gives the endpoint `webhookId` a new secret. */
export async function rotateSecretAction(_: SecretState, form: FormData): Promise<SecretState> {
  const result = await act('webhook.rotate-secret', (ports, who) =>
    rotateSecret(ports, who, field(form, 'webhookId')),
  );
  if (result.ok) showAgain(result.value.endpoint.botId);
  return formState(form, result, 'The new secret is ready.', toShown);
}

/** Deletes the endpoint `webhookId`. */
export async function removeEndpointAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('webhook.delete', (ports, who) =>
    removeEndpoint(ports, who, field(form, 'webhookId')),
  );
  if (result.ok) showAgain(result.value.botId);
  return formState(form, result, 'The endpoint is removed.', nothing);
}

/** Sends a test event to the endpoint `webhookId`, and leads to where its result will be. */
export async function testEndpointAction(_: FormState, form: FormData): Promise<FormState> {
  const webhookId = field(form, 'webhookId');
  const result = await act('webhook.test', async (ports, who) => {
    const log = await listDeliveries(ports, who, webhookId, 1);
    if (!log.ok) return log;
    const sent = await testEndpoint(ports, who, webhookId);
    return sent.ok ? done({ botId: sent.value.botId, before: lastTest(log.value.deliveries) }) : sent;
  });
  if (result.ok) redirect(testHref(result.value.botId, webhookId, result.value.before?.eventId ?? ''));
  return formState(form, result, '', nothing);
}

/** Sends the event `eventId` to the endpoint `webhookId` again. */
export async function sendAgainAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('webhook.send-again', (ports, who) =>
    sendAgain(ports, who, field(form, 'webhookId'), field(form, 'eventId')),
  );
  if (result.ok) revalidatePath(paths.home, 'layout');
  return formState(form, result, '', nothing);
}
