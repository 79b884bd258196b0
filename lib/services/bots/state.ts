import type { Account } from '@/lib/domain/account';
import { type BotState, botState } from '@/lib/domain/bot-state';
import { OWN_SILENT_AFTER_MS } from '@/lib/domain/silence-terms';
import type { Tables } from '@/lib/ports/directory';

/** Reads what the states of bots need besides their accounts; returns the state of an account rolled forward to `nowMs`. */
export async function statesAt(
  { serving }: Pick<Tables, 'serving'>,
  nowMs: number,
): Promise<(account: Account) => BotState> {
  const servingTimes = await serving.since(nowMs - OWN_SILENT_AFTER_MS.max);
  return (account) => botState(account, { lastHeartbeatAtMs: null, servingTimes }, nowMs);
}
