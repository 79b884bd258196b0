import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { BASE62, composeKey, KEY_RANDOM_LENGTH } from '@/lib/domain/api-key';
import { WEBHOOK_SECRET_PREFIX } from '@/lib/domain/endpoint';
import type { Secrets } from '@/lib/ports/secrets';

/** Larger bytes are discarded to avoid modulo bias: 248 is the largest multiple of 62 below 256. */
const UNBIASED_BELOW = 248;

/** Standard Webhooks 1.0 allows 24 to 64. */
const WEBHOOK_SECRET_BYTES = 32;

/** 32 base62 characters from the CSPRNG: 190 bits. */
function randomBase62(): string {
  let text = '';
  while (text.length < KEY_RANDOM_LENGTH) {
    for (const byte of randomBytes(KEY_RANDOM_LENGTH)) {
      if (byte < UNBIASED_BELOW && text.length < KEY_RANDOM_LENGTH) text += BASE62.charAt(byte % 62);
    }
  }
  return text;
}

export const secrets: Secrets = {
  newId: randomUUID,
  newKey: () => composeKey(randomBase62()),
  newToken: () => randomBytes(32).toString('base64url'),
  newWebhookSecret: () => WEBHOOK_SECRET_PREFIX + randomBytes(WEBHOOK_SECRET_BYTES).toString('base64'),
  hash: (secret) => createHash('sha256').update(secret).digest('hex'),
};
