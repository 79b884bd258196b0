import { isKeyLive, type KeyLife } from '@/lib/domain/keys/api-key';
import type { UsageBreakdown } from '@/lib/domain/quota/breakdown';
import { DAY_MS } from '@/lib/domain/quota/plan';
import type { Annotations } from './bot-view';

/** A key as shown in tables. */
export type KeyItem = {
  readonly id: string;
  readonly botId: string;
  readonly name: string;
  readonly last4: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly lastUsedAtMs: number | null;
  readonly replacedByLast4: string | null;
  readonly state: 'live' | 'expired' | 'revoked';
  /** Used within the last 7 days: revoking it will probably stop a bot. */
  readonly isInUse: boolean;
};

/** A page of a bot's keys: rendered as HTML first, then read over BOT_KEYS_PATH. */
export type KeysView = {
  readonly nowMs: number;
  readonly bot: { readonly id: string; readonly name: string };
  /** From 1: the requested page, or the last one. */
  readonly page: number;
  /** Keys on all pages. */
  readonly total: number;
  readonly items: readonly KeyItem[];
  /** By key: its latest refused call of the last 7 days. */
  readonly lastErrors: Readonly<Record<string, { readonly error: string; readonly atMs: number }>>;
  /** What used the quota; `null` while too many reads wait. */
  readonly usage: UsageBreakdown | null;
  /** Of the days of `usage`. */
  readonly annotations: Annotations | null;
};

const IN_USE_MS = 7 * DAY_MS;

type Key = KeyLife & Omit<KeyItem, 'state' | 'isInUse'>;

export function keyItem(key: Key, nowMs: number): KeyItem {
  const { id, botId, name, last4, createdAtMs, expiresAtMs, revokedAtMs, lastUsedAtMs } = key;
  return {
    id,
    botId,
    name,
    last4,
    createdAtMs,
    expiresAtMs,
    lastUsedAtMs,
    replacedByLast4: key.replacedByLast4,
    state: revokedAtMs !== null ? 'revoked' : isKeyLive(key, nowMs) ? 'live' : 'expired',
    isInUse: lastUsedAtMs !== null && nowMs - lastUsedAtMs < IN_USE_MS,
  };
}
