import { usageRecord } from '@/lib/domain/usage-record';
import { readUsage } from '@/lib/services/read-usage';
import { type Call, type MeteredDeps, stateFailure } from './metered';
import { success } from './reply';

/** `GET /api/v1/usage` (contract section 4). */
export async function getUsage(deps: MeteredDeps, { keyHash, seen }: Call) {
  const called = await readUsage(deps, { keyHash }, seen);
  if (called === null) return null;
  const { account, nowMs, outcome } = called;
  const reply =
    outcome.kind === 'served'
      ? success(usageRecord(account, nowMs))
      : stateFailure(outcome.error, account, nowMs);
  return { account, nowMs, reply };
}
