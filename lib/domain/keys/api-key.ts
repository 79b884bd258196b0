import { HOUR_MS } from '../quota/plan';

/** Format and validity of API keys (contract section 7). Creating one needs randomness, which the caller provides. */

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

export type ApiKey = KeyLife & {
  readonly id: string;
  readonly botId: string;
  readonly name: string;
  /** The last 4 characters, by which people tell keys apart. */
  readonly last4: string;
  readonly createdAtMs: number;
  /** Accurate to a minute. */
  readonly lastUsedAtMs: number | null;
  /** The original expiry: a rotation moves `expiresAtMs` to the end of the overlap. */
  readonly ownExpiresAtMs: number | null;
  /** The last 4 characters of the key that replaced it; `null` if it was not rotated. */
  readonly replacedByLast4: string | null;
};

/** A key in the admins' list. */
export type KeyListing = { readonly key: ApiKey; readonly botName: string };

/** Whether a key is valid at `nowMs`. An expiry is the first moment at which it is not. */
export function isKeyLive(key: KeyLife, nowMs: number): boolean {
  return key.revokedAtMs === null && (key.expiresAtMs === null || nowMs < key.expiresAtMs);
}

/** The most live keys of a bot; a rotation with an overlap may exceed it by one. */
export const LIVE_KEYS_MAX = 50;

/** A bot's number of live keys, and how many of them are old keys within their overlap. */
export type LiveKeys = { readonly live: number; readonly inOverlap: number };

/**
 * Whether a key may be rotated with an overlap, which adds a live key. Above the bound (left by an older version)
 * only one key at a time may overlap.
 */
export const mayOverlap = ({ live, inOverlap }: LiveKeys): boolean =>
  live <= LIVE_KEYS_MAX || inOverlap === 0;

/** How long the old key stays valid after a rotation. */
export const OVERLAPS_MS = { '0': 0, '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 168 * HOUR_MS } as const;
export type Overlap = keyof typeof OVERLAPS_MS;

/**
 * The validity of the old key after a rotation at `nowMs`: ends now or after the overlap, but never later than its
 * own expiry.
 */
export function afterRotation(key: KeyLife, overlap: Overlap, nowMs: number): KeyLife {
  if (overlap === '0') return { ...key, revokedAtMs: key.revokedAtMs ?? nowMs };
  const end = nowMs + OVERLAPS_MS[overlap];
  return { ...key, expiresAtMs: key.expiresAtMs === null ? end : Math.min(key.expiresAtMs, end) };
}
