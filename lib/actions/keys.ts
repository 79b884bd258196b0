'use server';

import { z } from 'zod';
import { textField } from '@/lib/contract/form-fields';
import type { ShownKeyValue } from '@/lib/contract/shown';
import { OVERLAPS_MS, type Overlap } from '@/lib/domain/keys/api-key';
import { parseDay } from '@/lib/domain/keys/expiry';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { type CreatedKey, createKey, revokeKey, rotateKey } from '@/lib/services/keys/change';
import { formAction } from './form-action';

const toShown = ({ apiKey, key }: CreatedKey): ShownKeyValue => ({
  keyId: apiKey.id,
  key,
  name: apiKey.name,
  botId: apiKey.botId,
});

/** Creates a key of a bot; `expires` is empty, or a date: the key expires at its end in UTC. */
export const createKeyAction = formAction(
  z.object({ botId: textField, name: textField, expires: textField }),
  (ports, who, { botId, name, expires }) => {
    const expiresAtMs = expires === '' ? null : (parseDay(expires) ?? Number.NaN) + DAY_MS - 1;
    return createKey(ports, who, { botId, name, expiresAtMs });
  },
  { name: 'key.create', message: 'The key is ready.', shows: toShown },
);

const overlap = z.custom<Overlap>(
  (chosen) => typeof chosen === 'string' && Object.hasOwn(OVERLAPS_MS, chosen),
  'Choose how long the old key stays valid.',
);

/** Rotates a key, which stays valid for `overlap`. */
export const rotateKeyAction = formAction(
  z.object({ keyId: textField, overlap }),
  (ports, who, { keyId, overlap }) => rotateKey(ports, who, keyId, overlap),
  { name: 'key.rotate', message: 'The new key is ready.', shows: toShown },
);

/** Revokes a key at once. */
export const revokeKeyAction = formAction(
  z.object({ keyId: textField }),
  (ports, who, { keyId }) => revokeKey(ports, who, keyId),
  { name: 'key.revoke', message: 'The key is revoked.' },
);
