import type { Account } from '@/lib/domain/account';
import { type BotState, botState } from '@/lib/domain/bot-state';
import type { Signs } from '@/lib/domain/silence';
import { OWN_SILENT_AFTER_MS } from '@/lib/domain/silence-terms';
import type { Directory, Tables } from '@/lib/ports/directory';

/** What the states of bots depend on besides their accounts. */
export const signsAt = async ({ serving }: Pick<Tables, 'serving'>, nowMs: number): Promise<Signs> => ({
  servingTimes: await serving.since(nowMs - OWN_SILENT_AFTER_MS.max),
});

const ALWAYS_SERVED: Signs = { servingTimes: [{ fromMs: 0, untilMs: Number.POSITIVE_INFINITY }] };

/** The state of one bot. Times without service only shorten a silence, so they are read of a bot that may be silent. */
export async function stateOf(directory: Directory, account: Account, nowMs: number): Promise<BotState> {
  const state = botState(account, ALWAYS_SERVED, nowMs);
  if (state.name !== 'silent') return state;
  return botState(account, await directory.read((tables) => signsAt(tables, nowMs)), nowMs);
}
