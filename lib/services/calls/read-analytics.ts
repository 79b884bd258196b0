import type { Ports } from '@/lib/ports/ports';
import type { AccountRef, Snapshot } from '@/lib/ports/store';
import { analyticsOf } from '../analytics/read';
import { countedRead } from './counted-read';

/** A counted read of a bot's analytics (contract section 8). */
export const readAnalytics = (
  { store, directory }: Pick<Ports, 'store' | 'directory'>,
  ref: AccountRef,
  seen: Snapshot,
) =>
  countedRead({ store }, ref, seen, (account, nowMs) =>
    directory.read((tables) => analyticsOf(tables, account, nowMs)),
  );
