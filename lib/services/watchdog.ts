import type { Ports } from '@/lib/ports/ports';
import { WATCHDOG_LOCK } from './write';

export const WATCHDOG_EVERY_MS = 60_000;
/** A little less: the runs of a job are its period apart, and what they take. */
const CLAIM_MS = 50_000;

/**
 * Whether this instance is to make the request of this minute: the first one that asks, however many there are. Rejects
 * while the database cannot commit.
 */
export const claimWatchdog = ({ directory }: Pick<Ports, 'directory'>): Promise<boolean> =>
  directory.write([WATCHDOG_LOCK], async ({ facts }, nowMs) => {
    const last = await facts.find('watchdog');
    // One in the future was before a clock step back.
    if (last !== null && last.atMs <= nowMs && nowMs - last.atMs < CLAIM_MS) return false;
    await facts.put('watchdog', {}, nowMs);
    return true;
  });
