import type { Ports } from '@/lib/ports/ports';
import type { AccountRef, Snapshot } from '@/lib/ports/store';
import { signsAt } from '../bots/signs';
import { countedRead } from './counted-read';

/** A counted read of what a bot's state (contract section 8) depends on besides its account. */
export const readDetails = (
  { store, directory }: Pick<Ports, 'store' | 'directory'>,
  ref: AccountRef,
  seen: Snapshot,
) => countedRead({ store }, ref, seen, (_, nowMs) => directory.read((tables) => signsAt(tables, nowMs)));
