import { decideReport } from '@/lib/domain/decide';
import { decideOrHold, type Early, HELD_AGAIN_MS } from '@/lib/domain/hold';
import type { Report } from '@/lib/domain/report';
import type { Ports } from '@/lib/ports/ports';
import type { Hold } from '@/lib/ports/report-holds';
import type { AccountRef } from '@/lib/ports/store';

/** The client hung up while its report was held: nothing was stored or counted. */
export class HungUp extends Error {}

/** Ends a hold while the clock of the store stands still. */
const WAITS_MAX = 20;

type Holding = {
  /** Called before each wait. */
  readonly hold: () => Hold;
  /** Asked after each wait; by default the store's look-up of the key decides alone. */
  readonly isStillAllowed?: () => Promise<boolean>;
};

/**
 * Holds a report that reportStats found early, then decides it like one that arrives at that moment (contract rule 6);
 * without a free place, decides it at once. `null` if the key or the permission ended meanwhile. Rejects with HungUp.
 */
export async function reportWhenDue(
  { store, holds }: Pick<Ports, 'store' | 'holds'>,
  ref: AccountRef,
  botId: string,
  report: Report,
  { waitMs }: Early,
  { hold, isStillAllowed }: Holding,
) {
  const decideNow = () => store.call(ref, (account, nowMs) => decideReport(account, botId, report, nowMs));
  const giveBack = holds.take(botId);
  if (giveBack === null) return decideNow();
  try {
    for (let leftMs = waitMs, waits = 0; waits < WAITS_MAX; waits++) {
      const { signal, end } = hold();
      const isDue = await holds.wait(leftMs, signal);
      end();
      if (!isDue) throw new HungUp('The client hung up.');
      if (isStillAllowed !== undefined && !(await isStillAllowed())) return null;
      const called = await store.call(ref, (account, nowMs) =>
        decideOrHold(account, botId, report, nowMs, HELD_AGAIN_MS),
      );
      if (called === null) return null;
      const { outcome } = called;
      if (outcome.kind !== 'early') return { ...called, outcome };
      leftMs = outcome.waitMs;
    }
    return await decideNow();
  } finally {
    giveBack();
  }
}
