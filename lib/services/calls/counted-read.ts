import type { Account } from '@/lib/domain/bots/account';
import { dayOf } from '@/lib/domain/quota/days';
import { DAY_MS, PLANS } from '@/lib/domain/quota/plan';
import { quotaOf } from '@/lib/domain/quota/quota';
import type { CountedOperation } from '@/lib/domain/quota/usage-part';
import { decideRead } from '@/lib/domain/reports/decide';
import { runningVotes } from '@/lib/domain/votes/totals';
import { isTooManyReads, type ReadSlot } from '@/lib/ports/fair-reads';
import {
  type AccountRef,
  type History,
  type Hold,
  NEVER_HUNG_UP,
  type Ports,
  type Snapshot,
} from '@/lib/ports/ports';
import { analyticsOf } from '../analytics/read';
import { signsAt } from '../bots/read';
import { splitUsageOf } from '../usage/parts';
import { refuseCall } from './calls';

/** The outcome of a counted read; `null` if the key was revoked or expired meanwhile. */
export type CountedRead<Value> =
  | (Snapshot & {
      readonly outcome:
        | { readonly kind: 'served'; readonly value: Value }
        | { readonly kind: 'refused'; readonly error: 'bot_disabled' | 'quota_exceeded' | 'too_many_reads' };
    })
  | null;

const isRefused = ({ account }: Snapshot) => account.isDisabled || quotaOf(account).isExhausted;

/**
 * A read that an exhausted quota refuses (contract rules 2 and 3). It reads before the call is counted: if that fails,
 * nothing is counted. Of a call that will be refused it reads nothing. `onRead` is called once all is read.
 */
async function countedRead<Value>(
  { store }: Pick<Ports, 'store'>,
  operation: CountedOperation,
  ref: AccountRef,
  snapshot: Snapshot,
  read: (account: Account, nowMs: number) => Promise<Value>,
  onRead = () => {},
): Promise<CountedRead<Value>> {
  const early = isRefused(snapshot) ? null : { value: await read(snapshot.account, snapshot.nowMs) };
  if (early !== null) onRead();
  const result = await store.call(ref, decideRead(operation), snapshot);
  if (result === null) return null;
  const { account, nowMs, outcome } = result;
  if (outcome.kind === 'refused') return { account, nowMs, outcome };
  const { value } = early ?? { value: await read(account, nowMs) };
  return { account, nowMs, outcome: { kind: 'served', value } };
}

type FairPorts = Pick<Ports, 'store' | 'directory'>;
type Refused = 'quota_exceeded' | 'too_many_reads';
type Read<Value> = (history: History, account: Account, nowMs: number) => Promise<Value>;

/** A call by a bot's key: `snapshot` of its arrival; `hold` says whether its client has hung up. */
export type WaitingCall = {
  readonly ref: AccountRef;
  readonly snapshot: Snapshot;
  readonly hold?: () => Hold;
};

/**
 * A counted read that waits for its turn (contract section 8). The quota is looked at on arrival and, after a wait, again
 * at the turn, so that a read that will be refused reads nothing; it is counted after the read. Rejects with `readStopped`.
 */
export async function fairRead<Value>(
  ports: FairPorts,
  operation: CountedOperation,
  call: WaitingCall,
  read: Read<Value>,
): Promise<CountedRead<Value>> {
  const { directory } = ports;
  const { ref, snapshot, hold = NEVER_HUNG_UP } = call;
  if (isRefused(snapshot)) {
    const result = await refused(ports, ref, snapshot, 'quota_exceeded');
    // With the state that it was refused for: the cycle may have ended since.
    return result && { ...result, ...snapshot };
  }
  const { signal, end } = hold();
  try {
    return await directory.readHistory(
      { subject: `bot ${snapshot.account.botId}`, signal },
      async (history, slot) => {
        const now = await stateAtTurn(ports, call, slot);
        // A database that does not store for seconds must not hold up the reads behind.
        const release = () => slot.release();
        return now && countedRead(ports, operation, ref, now, (...at) => read(history, ...at), release);
      },
    );
  } catch (error) {
    if (!isTooManyReads(error)) throw error;
    return refused(ports, ref, snapshot, 'too_many_reads');
  } finally {
    end();
  }
}

/** Reads of the same bot that run already may use up its last calls: then their ends are waited for. */
async function stateAtTurn({ store }: FairPorts, { ref, snapshot }: WaitingCall, slot: ReadSlot) {
  const now = slot.hasWaited ? await store.find(ref) : snapshot;
  if (now === null || isRefused(now) || quotaOf(now.account).remaining > slot.earlier()) return now;
  await slot.earlierEnded();
  return store.find(ref);
}

/** Counts a refusal under `rejected` (contract rule 4). */
async function refused(ports: FairPorts, ref: AccountRef, snapshot: Snapshot, error: Refused) {
  const result = await refuseCall(ports, ref, error, snapshot);
  if (result === null) return null;
  const { account, nowMs, outcome } = result;
  return {
    account,
    nowMs,
    outcome: outcome.kind === 'refused' ? outcome : ({ kind: 'refused', error } as const),
  };
}

/** A counted read of what a bot's state (contract section 8) depends on besides its account. */
export const readDetails = (ports: FairPorts, ref: AccountRef, snapshot: Snapshot) =>
  countedRead(ports, 'bot', ref, snapshot, (_, nowMs) =>
    ports.directory.read((tables) => signsAt(tables, nowMs)),
  );

/** A counted read of a bot's analytics (contract section 8). */
export const readAnalytics = (ports: FairPorts, call: WaitingCall) =>
  fairRead(ports, 'analytics', call, (history, account, nowMs) => analyticsOf({ history }, account, nowMs));

/** A counted read of what used the quota (contract section 12). */
export const readBreakdown = (ports: FairPorts, call: WaitingCall) =>
  fairRead(ports, 'breakdown', call, splitUsageOf);

/** A counted read of the last report of each UTC day that the plan's history has, oldest first, and the votes by then. */
export const readStatsHistory = (ports: FairPorts, call: WaitingCall) =>
  fairRead(ports, 'stats_history', call, async (history, { botId, plan }, nowMs) => {
    const fromMs = nowMs - PLANS[plan].historyDays * DAY_MS;
    const firstDay = dayOf(fromMs);
    const days = await history.series({ botId, fromMs, untilMs: nowMs + 1, bucketMs: DAY_MS });
    const before = await history.votes.totalBefore(botId, firstDay);
    return { days, votesUntil: runningVotes(before, await history.votes.days(botId, firstDay)) };
  });
