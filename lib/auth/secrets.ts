import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { WEBHOOK_SECRET_PREFIX } from '@/lib/domain/alerts/webhook';
import { BASE62, composeKey, KEY_RANDOM_LENGTH } from '@/lib/domain/keys/key-text';
import type { Secrets, Vault } from '@/lib/ports/ports';

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

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Names the purpose of a key, and the form of what is sealed with it. */
const PURPOSES = {
  endpoints: 'botmeter endpoint secrets, version 1',
  factors: 'botmeter second factors, version 1',
} as const;
const PREFIX = 'v1.';

/**
 * AES-256-GCM under a key that HKDF-SHA256 derives from AUTH_SECRET. Sealed text is `v1.` and the base64url of nonce,
 * ciphertext and tag. Random nonces of 12 bytes are safe for 2^32 texts.
 */
export function createVault(authSecret: string, purpose: keyof typeof PURPOSES = 'endpoints'): Vault {
  const name = PURPOSES[purpose];
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', name, KEY_BYTES));
  const dataOf = (of: string) => Buffer.from(of === '' ? name : `${name}\n${of}`);
  return {
    seal(text, of = '') {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(dataOf(of));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return PREFIX + sealed.toString('base64url');
    },
    open(sealed, of = '') {
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
      // Decoding ignores what is no base64url.
      const isWhole = sealed === PREFIX + bytes.toString('base64url');
      if (!isWhole || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(dataOf(of))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/** Opens what was sealed with the secret, for a webhook or a source of votes, or for a person's second factor. */
export function openerOf(authSecret: string): Vault['open'] {
  const [endpoints, factors] = [createVault(authSecret), createVault(authSecret, 'factors')];
  return (sealed, of) => (of === undefined ? endpoints : factors).open(sealed, of);
}
