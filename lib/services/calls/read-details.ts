import { botState } from '@/lib/domain/bot-state';
import { decideRead } from '@/lib/domain/decide';
import type { Ports } from '@/lib/ports/ports';
import type { AccountRef, Snapshot } from '@/lib/ports/store';
import { signsAt } from '../bots/signs';

/**
 * A counted read of a bot's state (contract section 8), which is that after the call. `null` if the key was revoked or
 * expired meanwhile.
 */
export async function readDetails(
  { store, directory }: Pick<Ports, 'store' | 'directory'>,
  ref: AccountRef,
  seen: Snapshot,
) {
  // Before the call is counted: if this read fails, the response says that nothing was counted.
  const signs = await directory.read((tables) => signsAt(tables, seen.nowMs));
  const called = await store.call(ref, decideRead, seen);
  return called && { ...called, state: botState(called.account, signs, called.nowMs) };
}
