import type { Snapshot } from '@/lib/ports/ports';
import type { CountedRead } from '@/lib/services/calls/counted-read';
import { stateError } from './errors';
import type { Called, Reply } from './operation';

/** What any counted read for a bot's key can be refused with. */
export const COUNTED_READ_ERRORS = [
  'missing_key',
  'invalid_key',
  'bot_disabled',
  'bot_mismatch',
  'quota_exceeded',
  'internal_error',
  'storage_unavailable',
] as const;

/** The same of a read that waits for its turn. */
export const FAIR_READ_ERRORS = [...COUNTED_READ_ERRORS, 'too_many_reads'] as const;

/** The response to a counted read: `toReply` makes it of what was read. */
export async function countedReply<Value>(
  called: CountedRead<Value>,
  toReply: (value: Value, after: Snapshot) => Reply | Promise<Reply>,
): Promise<Called> {
  if (called === null) return null;
  const { account, nowMs, outcome } = called;
  const reply =
    outcome.kind === 'served'
      ? await toReply(outcome.value, { account, nowMs })
      : stateError(outcome.error, account, nowMs);
  return { account, nowMs, reply };
}
