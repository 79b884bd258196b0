import type { Account } from '@/lib/domain/account';
import { decideRead } from '@/lib/domain/decide';
import { quotaOf } from '@/lib/domain/quota';
import type { Ports } from '@/lib/ports/ports';
import type { AccountRef, Snapshot } from '@/lib/ports/store';

/** The outcome of a counted read; `null` if the key was revoked or expired meanwhile. */
export type CountedRead<Value> =
  | (Snapshot & {
      readonly outcome:
        | { readonly kind: 'served'; readonly value: Value }
        | { readonly kind: 'refused'; readonly error: 'bot_disabled' | 'quota_exceeded' | 'too_many_reads' };
    })
  | null;

/**
 * A read that an exhausted quota refuses (contract rules 2 and 3). It reads before the call is counted: if that fails,
 * nothing is counted. With an exhausted quota it reads nothing, as the call will be refused.
 */
export async function countedRead<Value>(
  { store }: Pick<Ports, 'store'>,
  ref: AccountRef,
  seen: Snapshot,
  read: (account: Account, nowMs: number) => Promise<Value>,
): Promise<CountedRead<Value>> {
  const early = quotaOf(seen.account).isExhausted ? null : { value: await read(seen.account, seen.nowMs) };
  const called = await store.call(ref, decideRead, seen);
  if (called === null) return null;
  const { account, nowMs, outcome } = called;
  if (outcome.kind === 'refused') return { account, nowMs, outcome };
  const { value } = early ?? { value: await read(account, nowMs) };
  return { account, nowMs, outcome: { kind: 'served', value } };
}
