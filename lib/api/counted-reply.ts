import type { AccountRef, Ports, Snapshot } from '@/lib/ports/ports';
import { refuseCall } from '@/lib/services/calls/calls';
import { BOT_DISABLED, stateError } from './errors';
import type { ApiError, CallResult, Reply } from './operation';

/** What a counted read can be refused with besides. */
export const COUNTED_READ_ERRORS = ['bot_mismatch', 'quota_exceeded'] as const;

/** The same of a read that waits for its turn. */
export const FAIR_READ_ERRORS = [...COUNTED_READ_ERRORS, 'too_many_reads'] as const;

/** A counted call; `null` if the key was revoked or expired meanwhile. */
type CountedCall<Value> =
  | (Snapshot & {
      readonly outcome:
        | { readonly kind: 'served'; readonly value?: Value }
        | { readonly kind: 'refused'; readonly error: Parameters<typeof stateError>[0] };
    })
  | null;

/** The response to a counted call: `toReply` makes it of what was read. */
export async function countedReply<Value>(
  result: CountedCall<Value>,
  toReply: (value: Value, after: Snapshot) => Reply | Promise<Reply>,
): Promise<CallResult> {
  if (result === null) return null;
  const { account, nowMs, outcome } = result;
  const reply =
    outcome.kind === 'served'
      ? await toReply(outcome.value as Value, { account, nowMs })
      : stateError(outcome.error, account, nowMs);
  return { account, nowMs, reply };
}

/** Counts a refusal under `rejected` (contract rule 4). */
export async function refuse(
  deps: Pick<Ports, 'store'>,
  { ref, snapshot }: { readonly ref: AccountRef; readonly snapshot: Snapshot },
  refusal: ApiError,
): Promise<CallResult> {
  const result = await refuseCall(deps, ref, refusal.error, snapshot);
  if (result === null) return null;
  const { account, nowMs, outcome } = result;
  const isDisabledNow = outcome.kind === 'refused' && outcome.error === 'bot_disabled';
  return { account, nowMs, reply: isDisabledNow ? BOT_DISABLED : refusal };
}
