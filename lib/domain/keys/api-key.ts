import { HOUR_MS } from '../quota/plan';

/** The validity of API keys (contract section 7). */

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
