import type { Account } from '@/lib/domain/account';
import { decideRead } from '@/lib/domain/decide';
import { quotaOf } from '@/lib/domain/quota';
import { isTooManyReads, type Place } from '@/lib/ports/fair-reads';
import type { History } from '@/lib/ports/history';
import type { Ports } from '@/lib/ports/ports';
import { type Hold, NEVER_HUNG_UP } from '@/lib/ports/report-holds';
import type { AccountRef, Snapshot } from '@/lib/ports/store';
import type { CountedRead } from './counted-read';
import { refuseCall } from './refuse';

type FairPorts = Pick<Ports, 'store' | 'directory'>;
type Refused = 'quota_exceeded' | 'too_many_reads';
type Read<Value> = (history: History, account: Account, nowMs: number) => Promise<Value>;

/** A call by a bot's key: `seen` on its arrival; `hold` says whether its client has hung up. */
export type WaitingCall = {
  readonly ref: AccountRef;
  readonly seen: Snapshot;
  readonly hold?: () => Hold;
};

const isRefused = ({ account }: Snapshot) => account.isDisabled || quotaOf(account).isExhausted;

/**
 * A counted read that waits for its turn (contract section 8). The quota is looked at on arrival and, after a wait, again
 * at the turn, so that a read that will be refused reads nothing; it is counted after the read. Rejects with `readStopped`.
 */
export async function fairRead<Value>(
  ports: FairPorts,
  call: WaitingCall,
  read: Read<Value>,
): Promise<CountedRead<Value>> {
  const { store, directory } = ports;
  const { ref, seen, hold = NEVER_HUNG_UP } = call;
  if (isRefused(seen)) {
    const called = await refused(ports, ref, seen, 'quota_exceeded');
    // With the state that it was refused for: the cycle may have ended since.
    return called && { ...called, ...seen };
  }
  const { signal, end } = hold();
  try {
    return await directory.readHistory(
      { subject: `bot ${seen.account.botId}`, signal },
      async (history, place) => {
        const now = await stateAtTurn(ports, call, place);
        if (now === null) return null;
        const early = isRefused(now) ? null : { value: await read(history, now.account, now.nowMs) };
        // A database that does not store for seconds must not hold up the reads behind.
        if (early !== null) place.release();
        const called = await store.call(ref, decideRead, now);
        if (called === null) return null;
        const { account, nowMs, outcome } = called;
        if (outcome.kind === 'refused') return { account, nowMs, outcome };
        const { value } = early ?? { value: await read(history, account, nowMs) };
        return { account, nowMs, outcome: { kind: 'served', value } };
      },
    );
  } catch (error) {
    if (!isTooManyReads(error)) throw error;
    return refused(ports, ref, seen, 'too_many_reads');
  } finally {
    end();
  }
}

/** Reads of the same bot that run already may use up its last calls: then their ends are waited for. */
async function stateAtTurn({ store }: FairPorts, { ref, seen }: WaitingCall, place: Place) {
  const now = place.hasWaited ? await store.find(ref) : seen;
  if (now === null || isRefused(now) || quotaOf(now.account).remaining > place.earlier()) return now;
  await place.earlierEnded();
  return store.find(ref);
}

/** Counts a refusal under `rejected` (contract rule 4). */
async function refused(ports: FairPorts, ref: AccountRef, seen: Snapshot, error: Refused) {
  const called = await refuseCall(ports, ref, error, seen);
  if (called === null) return null;
  const { account, nowMs, outcome } = called;
  return {
    account,
    nowMs,
    outcome: outcome.kind === 'refused' ? outcome : ({ kind: 'refused', error } as const),
  };
}
