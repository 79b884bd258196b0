import { ClientQueues } from '@/lib/domain/client-queues';
import { type ReadSlot, type ReadTurn, readStopped, tooManyReads } from '@/lib/ports/fair-reads';

/** Reads without a slot that wait until they are counted: each keeps what it read in memory. */
const UNCOUNTED_MAX = 32;
/** Reads of one bot or person that may wait. */
export const READS_WAITING_MAX = 8;

/**
 * Lets a few reads run at a time; the others wait, with their subjects in turn, so that one with many does not delay
 * another with few. A client that hangs up gives its slot back.
 */
export class ReadQueue {
  readonly #slots: number;
  readonly #waitingMax: number;
  readonly #waiting = new ClientQueues<() => void>();
  readonly #running = new Map<string, Set<Promise<void>>>();
  #taken = 0;
  /** Reads that gave their slot back before they ended. */
  #uncounted = 0;

  /** `waitingMax` of one subject may wait. */
  constructor(slots: number, waitingMax = READS_WAITING_MAX) {
    this.#slots = slots;
    this.#waitingMax = waitingMax;
  }

  /** How many reads wait. */
  get length(): number {
    return this.#waiting.size;
  }

  /** Runs `work` at its turn; the slot ends with it at the latest. Rejects with `tooManyReads` or `readStopped`. */
  async run<R>(turn: ReadTurn, work: (slot: ReadSlot) => Promise<R>): Promise<R> {
    const hasWaited = await this.#take(turn);
    const ofSubject = this.#running.get(turn.subject) ?? new Set();
    this.#running.set(turn.subject, ofSubject);
    const earlier = [...ofSubject];
    let hasSlot = true;
    const release = () => {
      if (!hasSlot || this.#uncounted >= UNCOUNTED_MAX) return;
      hasSlot = false;
      this.#uncounted++;
      this.#giveBack();
    };
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    ofSubject.add(ended);
    try {
      return await work({
        hasWaited,
        earlier: () => earlier.filter((one) => ofSubject.has(one)).length,
        earlierEnded: async () => void (await Promise.all(earlier)),
        release,
      });
    } catch (error) {
      throw turn.signal.aborted ? readStopped() : error;
    } finally {
      ofSubject.delete(ended);
      if (ofSubject.size === 0) this.#running.delete(turn.subject);
      end();
      if (hasSlot) this.#giveBack();
      else this.#uncounted--;
    }
  }

  #giveBack(): void {
    const next = this.#waiting.next();
    if (next === undefined) this.#taken--;
    else next();
  }

  /** Resolves to whether the read has waited. */
  #take({ subject, signal, waitMaxMs }: ReadTurn): Promise<boolean> {
    if (signal.aborted) return Promise.reject(readStopped());
    if (this.#taken < this.#slots) {
      this.#taken++;
      return Promise.resolve(false);
    }
    if (this.#waiting.lengthOf(subject) >= this.#waitingMax) return Promise.reject(tooManyReads());
    return new Promise((resolve, reject) => {
      const begin = () => {
        stopWaiting();
        resolve(true);
      };
      const leave = (reason: Error) => {
        stopWaiting();
        this.#waiting.delete(subject, begin);
        reject(reason);
      };
      const hangUp = () => leave(readStopped());
      const timer = waitMaxMs === undefined ? undefined : setTimeout(() => leave(tooManyReads()), waitMaxMs);
      const stopWaiting = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', hangUp);
      };
      signal.addEventListener('abort', hangUp);
      this.#waiting.add(subject, begin);
    });
  }
}
