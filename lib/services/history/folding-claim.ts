import type { Ports } from '@/lib/ports/ports';
import { FOLDING_LOCK } from '../locks';

const RENEWED_EVERY_MS = 5_000;
/** After this time without a renewal the process has ended. */
const LASTS_MS = 20_000;
/** The time of a claim that nobody holds. */
const RELEASED_AT_MS = 0;

/**
 * Lets one process at a time fold: several would load the database, for which calls wait, several times as much. It is no
 * lock, because two processes at once fold each report once too.
 */
export class FoldingClaim {
  readonly #directory: Ports['directory'];
  readonly #takesOver: boolean;
  #claimedAtMs: number | null = null;

  /** With `takesOver`, the process that folds now stops, unless it took over too. */
  constructor(directory: Ports['directory'], takesOver: boolean) {
    this.#directory = directory;
    this.#takesOver = takesOver;
  }

  /** Whether this process may fold at `nowMs`; claims it if nobody else does. */
  async isHeld(nowMs: number): Promise<boolean> {
    const heldAtMs = this.#claimedAtMs;
    if (heldAtMs !== null && isWithin(RENEWED_EVERY_MS, heldAtMs, nowMs)) return true;
    this.#claimedAtMs = await this.#directory.write([FOLDING_LOCK], async ({ facts }, nowMs) => {
      const last = await facts.find('folding');
      const isOthers = last !== null && last.atMs !== heldAtMs && isWithin(LASTS_MS, last.atMs, nowMs);
      if (isOthers && !this.#takesOver) return null;
      await facts.put('folding', {}, nowMs);
      return nowMs;
    });
    return this.#claimedAtMs !== null;
  }

  /** Lets others fold at once, unless one has taken over. */
  async release(): Promise<void> {
    const heldAtMs = this.#claimedAtMs;
    if (heldAtMs === null) return;
    await this.#directory.write([FOLDING_LOCK], async ({ facts }) => {
      const last = await facts.find('folding');
      if (last?.atMs === heldAtMs) await facts.put('folding', {}, RELEASED_AT_MS);
    });
  }
}

/** A later time, as after a clock step back, is not within. */
const isWithin = (ms: number, atMs: number, nowMs: number): boolean => atMs <= nowMs && nowMs - atMs < ms;
