import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The snowflake of the bot with number `n`, the same in every run; ascending. */
export const idOf = (/** @type {number} */ n) => `1${String(n).padStart(17, '0')}`;

/** The API key of a bot, in the form of contract section 7. */
export function keyOf(/** @type {number} */ n) {
  const body = `btm_${createHash('sha256').update(`bot ${n}`).digest('hex').slice(0, 32)}`;
  let rest = crc32(body);
  let checksum = '';
  for (let i = 0; i < 6; i++) {
    checksum = BASE62.charAt(rest % 62) + checksum;
    rest = Math.floor(rest / 62);
  }
  return body + checksum;
}

export const hashOf = (/** @type {string} */ key) => createHash('sha256').update(key).digest('hex');

/** A prime, so that calls step through all bots and consecutive calls are for distant ones. */
const STRIDE = 15_485_863;

/** The bot of the call with number `call`: each of `bots` once before any repeats, not in the order of ids. */
export const botOfCall = (/** @type {number} */ call, /** @type {number} */ bots) => (call * STRIDE) % bots;
