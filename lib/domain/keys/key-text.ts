import { crc32 } from 'node:zlib';

/** The format of API keys (contract section 7). Creating one needs randomness, which the caller provides. */

export const KEY_PREFIX = 'btm_';
export const KEY_RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
export const KEY_LENGTH = KEY_PREFIX.length + KEY_RANDOM_LENGTH + CHECKSUM_LENGTH;
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const KEY_FORM = /^btm_[0-9A-Za-z]{38}$/;

/** `btm_`, the random part, and the checksum of both. `random` is 32 base62 characters from a CSPRNG. */
export function composeKey(random: string): string {
  const body = KEY_PREFIX + random;
  return body + checksum(body);
}

/** Whether `key` has the format and checksum of an API key. One that fails was never issued. */
export function isWellFormedKey(key: string): boolean {
  return KEY_FORM.test(key) && checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

/** CRC-32 in base62, most significant digit first, left-padded with `0`: six digits hold every 32-bit value. */
function checksum(ascii: string): string {
  let rest = crc32(ascii);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
