import { type BackupTime, expiredBackups } from '@/lib/domain/backups/backup';
import type { Backups } from '@/lib/ports/backups';
import type { Ports } from '@/lib/ports/ports';
import { claimBackup, recordBackups, releaseClaim, renewClaim } from '@/lib/services/backups/state';
import type { Job } from './job';

type Options = {
  readonly backups: Backups;
  readonly time: BackupTime;
  readonly kept: { readonly newest: number; readonly weeks: number };
  /** `reason`: why there is no good backup; `null` if there is one. */
  readonly onEnd: (reason: string | null) => void;
};

/**
 * Makes a backup every day: a run begins one if it is due, and the next runs say that it goes on, so that none waits for
 * its end. One instance does it.
 */
export function backUpJob({ backups, time, kept, onEnd }: Options): Job {
  const stopping = new AbortController();
  let making: Promise<void> | null = null;
  let ended: { readonly reason: string | null } | null = null;

  async function record(ports: Ports, reason: string | null): Promise<void> {
    const all = await backups.list().catch(() => []);
    const expired = reason === null ? expiredBackups(all, kept) : [];
    // What cannot be deleted now is deleted after the next backup.
    await backups.prune(expired).catch(() => {});
    const own = await backups.list().catch(() => []);
    await recordBackups(ports, backups, { own, deleted: expired }, reason);
    ended = null;
    onEnd(reason);
  }

  async function begin(ports: Ports): Promise<void> {
    if (!(await claimBackup(ports, backups, time))) return;
    const nowMs = await ports.directory.read(async (_, atMs) => atMs);
    making = backups.make(nowMs, stopping.signal).then((reason) => {
      ended = { reason };
      making = null;
    });
  }

  return {
    name: 'back-up',
    everyMs: 10_000,
    async run(ports) {
      if (ended !== null) return record(ports, ended.reason);
      if (making !== null) return void (await renewClaim(ports, backups));
      return begin(ports);
    },
    async end(ports) {
      stopping.abort();
      await making;
      if (ended === null) return;
      // Another instance, or the next start, tries again at once.
      if (ended.reason !== null) return void (await releaseClaim(ports, backups));
      await record(ports, null);
    },
  };
}
