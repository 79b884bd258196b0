import { isKeyLive, type KeyLife } from '@/lib/domain/api-key';

/** What a list shows of a key; nothing in it opens anything. */
export type KeyRow = {
  readonly id: string;
  readonly name: string;
  readonly last4: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly lastUsedAtMs: number | null;
  readonly state: 'live' | 'expired' | 'revoked';
  /** Used within the last 7 days: revoking it probably stops something. */
  readonly isInUse: boolean;
};

const IN_USE_MS = 7 * 24 * 3_600_000;

type StoredKey = Omit<KeyRow, 'state' | 'isInUse'> & KeyLife;

/** The row of a key as it stands at `nowMs`. */
export function keyRow(key: StoredKey, nowMs: number): KeyRow {
  const { id, name, last4, createdAtMs, expiresAtMs, lastUsedAtMs, revokedAtMs } = key;
  const isLive = isKeyLive(key, nowMs);
  const state = isLive ? 'live' : revokedAtMs === null ? 'expired' : 'revoked';
  const isInUse = isLive && lastUsedAtMs !== null && nowMs - lastUsedAtMs < IN_USE_MS;
  return { id, name, last4, createdAtMs, expiresAtMs, lastUsedAtMs, state, isInUse };
}
