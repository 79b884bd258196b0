import { HOUR_MS } from './plan';

/** The form and the life of API keys (contract section 7). Making one needs randomness, which comes from outside. */

export const KEY_PREFIX = 'btm_';
export const KEY_RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const KEY_FORM = /^btm_[0-9A-Za-z]{38}$/;

/** `btm_`, the random part, and the checksum of both. `random` is 32 base62 characters from a CSPRNG. */
export function composeKey(random: string): string {
  const body = KEY_PREFIX + random;
  return body + checksum(body);
}

/** Whether `key` has the form and the checksum of a key: one that fails was never issued. */
export function isWellFormedKey(key: string): boolean {
  return KEY_FORM.test(key) && checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

/** CRC-32 in base62, most significant digit first, left-padded with `0`: 62^6 holds every 32-bit value. */
function checksum(ascii: string): string {
  let rest = crc32(ascii);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** CRC-32 (IEEE 802.3) of an ASCII string, unsigned. */
export function crc32(ascii: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < ascii.length; i++) {
    crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ ascii.charCodeAt(i)) & 0xff] ?? 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

export type KeyLife = { readonly expiresAtMs: number | null; readonly revokedAtMs: number | null };

/** Whether a key opens its bot at `nowMs`. An expiry is the first moment at which it no longer does. */
export function isKeyLive(key: KeyLife, nowMs: number): boolean {
  return key.revokedAtMs === null && (key.expiresAtMs === null || nowMs < key.expiresAtMs);
}

/** How long the old key lives on after a rotation. */
export const OVERLAPS_MS = { '0': 0, '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 168 * HOUR_MS } as const;
export type Overlap = keyof typeof OVERLAPS_MS;

/** The life of the old key of a rotation at `nowMs`: ended now, or after the overlap, never past its own expiry. */
export function afterRotation(key: KeyLife, overlap: Overlap, nowMs: number): KeyLife {
  if (overlap === '0') return { ...key, revokedAtMs: key.revokedAtMs ?? nowMs };
  const end = nowMs + OVERLAPS_MS[overlap];
  return { ...key, expiresAtMs: key.expiresAtMs === null ? end : Math.min(key.expiresAtMs, end) };
}
