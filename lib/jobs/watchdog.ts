import { backupTrouble } from '@/lib/domain/backups/backup';
import type { Tables } from '@/lib/ports/ports';
import type { Watchdog } from '@/lib/ports/senders';
import { readBackups } from '@/lib/services/backups/state';
import { claimWatchdog, WATCHDOG_EVERY_MS } from '@/lib/services/watchdog';
import type { Job } from './job';

/** A job is late after three of its periods, and not before. */
const LATE_MIN_MS = 600_000;
const LATE_PERIODS = 3;

/** When each job of this process last ended without an error. `nowMs` is monotonic. */
export class JobRuns {
  readonly #ended = new Map<string, { readonly everyMs: number; readonly atMs: number }>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** The job has ended a run, or is about to begin its first one. */
  readonly note = ({ name, everyMs }: Job): void => {
    this.#ended.set(name, { everyMs, atMs: this.#nowMs() });
  };

  /** Names of jobs that have not ended a run for too long. */
  late(): string[] {
    const nowMs = this.#nowMs();
    return [...this.#ended]
      .filter(([, { everyMs, atMs }]) => nowMs - atMs > Math.max(LATE_MIN_MS, LATE_PERIODS * everyMs))
      .map(([name]) => name);
  }
}

type Options = {
  readonly watchdog: Watchdog;
  readonly runs: Pick<JobRuns, 'late'>;
  /** Whether the service is to make backups. */
  readonly isBackedUp?: boolean;
  /** Why no request was made or none was accepted, in one sentence without the address. */
  readonly onFailure: (reason: string) => void;
};

async function troubleOfBackups(tables: Tables, nowMs: number): Promise<string | null> {
  const backups = await readBackups(tables);
  return backups && backupTrouble(backups, nowMs);
}

/**
 * Requests WATCHDOG_URL once a minute while the database can commit, no job of this instance is late, and backups succeed. Of several
 * instances one does it: an ill one leaves it to the others, so it is not noticed while another is well.
 */
export const watchdogJob = ({ watchdog, runs, isBackedUp = false, onFailure }: Options): Job => ({
  name: 'watchdog',
  everyMs: WATCHDOG_EVERY_MS,
  async run(ports) {
    const late = runs.late();
    if (late.length > 0) return onFailure(`No request was made: these jobs are late: ${late.join(', ')}.`);
    const trouble = isBackedUp ? await ports.directory.read(troubleOfBackups) : null;
    if (trouble !== null) return onFailure(`No request was made: ${trouble}`);
    if (!(await claimWatchdog(ports))) return;
    const reason = await watchdog.request();
    if (reason !== null) onFailure(reason);
  },
});
