'use server';

import { revalidatePath } from 'next/cache';
import type { FormState } from '@/lib/contract/form-state';
import { paths } from '@/lib/contract/paths';
import type { ShownKeyValue } from '@/lib/contract/shown';
import { OVERLAPS_MS, type Overlap } from '@/lib/domain/keys/api-key';
import { parseDay } from '@/lib/domain/keys/expiry';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { type CreatedKey, createKey, revokeKey, rotateKey } from '@/lib/services/keys/change';
import { invalid, type Result } from '@/lib/services/result';
import { act } from './act';
import { field } from './fields';
import { formState, nothing } from './form-result';

const toShown = ({ apiKey, key }: CreatedKey): ShownKeyValue => ({
  keyId: apiKey.id,
  key,
  name: apiKey.name,
  botId: apiKey.botId,
});

/** Creates a key of the bot `botId` from `name` and `expires` (empty, or a date: the key expires at its end in UTC). */
export async function createKeyAction(
  _: FormState<ShownKeyValue>,
  form: FormData,
): Promise<FormState<ShownKeyValue>> {
  const botId = field(form, 'botId');
  const expires = field(form, 'expires');
  const expiresAtMs = expires === '' ? null : (parseDay(expires) ?? Number.NaN) + DAY_MS - 1;
  const result = await act('key.create', (ports, who) =>
    createKey(ports, who, { botId, name: field(form, 'name'), expiresAtMs }),
  );
  if (result.ok) revalidatePath(paths.bot(botId).keys);
  return formState(form, result, 'The key is ready.', toShown);
}

/** Rotates the key `keyId`, which stays valid for `overlap`. */
export async function rotateKeyAction(
  _: FormState<ShownKeyValue>,
  form: FormData,
): Promise<FormState<ShownKeyValue>> {
  const overlap = field(form, 'overlap');
  const result = await act('key.rotate', async (ports, who): Promise<Result<CreatedKey>> => {
    if (!Object.hasOwn(OVERLAPS_MS, overlap))
      return invalid('Choose how long the old key stays valid.', 'overlap');
    return rotateKey(ports, who, field(form, 'keyId'), overlap as Overlap);
  });
  if (result.ok) revalidatePath(paths.bot(result.value.apiKey.botId).keys);
  return formState(form, result, 'The new key is ready.', toShown);
}

/** Revokes the key `keyId` at once. */
export async function revokeKeyAction(_: FormState, form: FormData): Promise<FormState> {
  const result = await act('key.revoke', (ports, who) => revokeKey(ports, who, field(form, 'keyId')));
  if (result.ok) revalidatePath(paths.bot(result.value.botId).keys);
  return formState(form, result, 'The key is revoked.', nothing);
}
