'use server';

import { revalidatePath } from 'next/cache';
import { act, field } from '@/app/act';
import type { FormState } from '@/lib/contract/form-state';
import type { ShownKeyValue } from '@/lib/contract/shown-key';
import { OVERLAPS_MS, type Overlap } from '@/lib/domain/api-key';
import { type CreatedKey, createKey } from '@/lib/services/create-key';
import { invalid, type Result } from '@/lib/services/result';
import { revokeKey } from '@/lib/services/revoke-key';
import { rotateKey } from '@/lib/services/rotate-key';
import { formState, nothing } from './form';

const toShown = ({ apiKey, key }: CreatedKey): ShownKeyValue => ({
  keyId: apiKey.id,
  key,
  name: apiKey.name,
  botId: apiKey.botId,
});

/** Makes a key for the bot `botId`: `name`, `expires` (a date, may be empty: the end of that day in UTC). */
export async function createKeyAction(
  _: FormState<ShownKeyValue>,
  form: FormData,
): Promise<FormState<ShownKeyValue>> {
  const botId = field(form, 'botId');
  const expires = field(form, 'expires');
  const result = await act('key.create', async (ports, who): Promise<Result<CreatedKey>> => {
    const expiresAtMs = expires === '' ? null : Date.parse(`${expires}T23:59:59.999Z`);
    if (Number.isNaN(expiresAtMs)) return invalid('Choose a date.', 'expires');
    return createKey(ports, who, { botId, name: field(form, 'name'), expiresAtMs });
  });
  if (result.ok) revalidatePath(`/bots/${botId}/keys`);
  return formState(form, result, 'The key is ready.', toShown);
}

/** A new key in place of `keyId`, which lives on for `overlap`. */
export async function rotateKeyAction(
  _: FormState<ShownKeyValue>,
  form: FormData,
): Promise<FormState<ShownKeyValue>> {
  const overlap = field(form, 'overlap');
  const result = await act('key.rotate', async (ports, who): Promise<Result<CreatedKey>> => {
    if (!Object.hasOwn(OVERLAPS_MS, overlap))
      return invalid('Choose how long the old key lives on.', 'overlap');
    return rotateKey(ports, who, field(form, 'keyId'), overlap as Overlap);
  });
  if (result.ok) revalidatePath(`/bots/${result.value.apiKey.botId}/keys`);
  return formState(form, result, 'The new key is ready.', toShown);
}

/** Ends the key `keyId` at once. */
export async function revokeKeyAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('key.revoke', (ports, who) => revokeKey(ports, who, field(form, 'keyId')));
  if (result.ok) revalidatePath(`/bots/${result.value.botId}/keys`);
  return formState(form, result, 'The key is revoked.', nothing);
}
