import { type RefusalGroup, refusalGroupOf } from '@/lib/domain/reports/refusal';
import { writeApart } from '@/lib/ports/write-apart';
import type { NotedRefusals, RefusedCall } from '@/lib/services/refusals/record';

const WRITE_EVERY_MS = 1_000;
/** Kinds per transaction, which then takes a few milliseconds; calls run in between. */
const KINDS_AT_ONCE = 100;
/** The most kinds that wait. Anyone can send keys that are not live, so these have a bound of their own. */
const WAITING_MAX: Readonly<Record<RefusalGroup, number>> = { live: 10_000, ended: 1_000 };

/** After so many refusals by the database that concern it alone, a kind is dropped. */
const TRIES_MAX = 5;

type Options = {
  /** Writes all of them or, if it rejects, none. */
  readonly write: (noted: readonly NotedRefusals[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
};
type Waiting = { count: number; firstAtMs: number | null; last: RefusedCall; tries?: number };

/**
 * Collects refused calls in memory, equal ones together, and writes them every second, so that recording never delays a
 * call. A crash loses those of the last second; beyond WAITING_MAX new kinds are dropped.
 */
export class RefusalLog {
  readonly #options: Options;
  readonly #timer: NodeJS.Timeout;
  readonly #waiting: Readonly<Record<RefusalGroup, Map<string, Waiting>>> = {
    live: new Map(),
    ended: new Map(),
  };
  #written: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#writeAll(), WRITE_EVERY_MS).unref();
  }

  /** Takes about a microsecond: only equal messages are put together here, like ones when they are written. */
  note(call: RefusedCall): void {
    const kinds = this.#waiting[refusalGroupOf(call)];
    const kind = kindOf(call);
    const waiting = kinds.get(kind);
    if (waiting !== undefined) {
      waiting.count++;
      waiting.last = call;
    } else if (kinds.size < WAITING_MAX[refusalGroupOf(call)]) {
      kinds.set(kind, { count: 1, firstAtMs: call.atMs, last: call });
    }
  }

  /** Tries to write the rest. */
  close(): Promise<void> {
    clearInterval(this.#timer);
    return this.#writeAll();
  }

  /** Takes back what could not be written, among what was noted since. */
  #putBack(calls: Waiting): void {
    const kinds = this.#waiting[refusalGroupOf(calls.last)];
    const kind = kindOf(calls.last);
    const since = kinds.get(kind);
    if (since !== undefined) {
      kinds.set(kind, { ...calls, ...since, count: calls.count + since.count, firstAtMs: calls.firstAtMs });
    } else if (kinds.size < WAITING_MAX[refusalGroupOf(calls.last)]) {
      kinds.set(kind, { ...calls });
    }
  }

  /** One write at a time; after an error the rest waits for the next one. */
  #writeAll(): Promise<void> {
    this.#written = this.#written.then(async () => {
      const { live, ended } = this.#waiting;
      const all = [...live.values(), ...ended.values()];
      live.clear();
      ended.clear();
      while (all.length > 0) {
        const part = all.splice(0, KINDS_AT_ONCE);
        try {
          for (const { item, error } of await writeApart(part, this.#options.write)) {
            const tries = (item.tries ?? 0) + 1;
            if (tries < TRIES_MAX) this.#putBack({ ...item, tries });
            this.#options.onError(error);
          }
        } catch (error) {
          for (const calls of [...part, ...all.splice(0)]) this.#putBack(calls);
          this.#options.onError(error);
        }
      }
    });
    return this.#written;
  }
}

const kindOf = ({ of, operation, error, message }: RefusedCall): string =>
  `${'keyHash' in of ? of.keyHash : of.botId} ${operation} ${error} ${message}`;
