import { parseBackups } from '@/lib/contract/service-facts';
import {
  type BackupsState,
  type BackupTime,
  isBackupDue,
  isUnseen,
  type KeptBackup,
} from '@/lib/domain/backups/backup';
import type { Backups } from '@/lib/ports/backups';
import type { Ports, Tables } from '@/lib/ports/ports';
import { BACKUPS_LOCK } from '../write';

type DirectoryPort = Pick<Ports, 'directory'>;

/** `null` if no instance ever had a folder for backups. */
export const readBackups = async ({ facts }: Tables): Promise<BackupsState | null> =>
  parseBackups((await facts.find('backups'))?.value);

const change = (
  { directory }: DirectoryPort,
  to: (state: BackupsState, nowMs: number) => BackupsState,
): Promise<BackupsState> =>
  directory.write([BACKUPS_LOCK], async (tables, nowMs) => {
    const first: BackupsState = { sinceMs: nowMs, seenMs: nowMs, backups: [], failure: null, maker: null };
    const state = to((await readBackups(tables)) ?? first, nowMs);
    await tables.facts.put('backups', state, nowMs);
    return state;
  });

/**
 * Whether this instance is to make a backup now. Its folder, of which a restored database may know nothing, is read only when
 * one is due by what is recorded: this is asked every few seconds, and the folder may be on a slow disk.
 */
export async function claimBackup(
  ports: DirectoryPort,
  { instance, list }: Pick<Backups, 'instance' | 'list'>,
  time: BackupTime,
): Promise<boolean> {
  const isDue = (state: BackupsState, own: readonly KeptBackup[], nowMs: number) =>
    isBackupDue(state, [...state.backups, ...own], time, nowMs);
  const [recorded, atMs] = await ports.directory.read(
    async (tables, nowMs) => [await readBackups(tables), nowMs] as const,
  );
  const isDueAsRecorded = recorded === null || isDue(recorded, [], atMs);
  const own = isDueAsRecorded ? await list().catch(() => []) : [];
  if (recorded !== null && !isUnseen(recorded, atMs) && !isDue(recorded, own, atMs)) return false;
  let isClaimed = false;
  await change(ports, (state, nowMs) => {
    isClaimed = isDueAsRecorded && isDue(state, own, nowMs);
    return { ...state, seenMs: nowMs, ...(isClaimed && { maker: { instance, atMs: nowMs } }) };
  });
  return isClaimed;
}

/** Says that this instance still makes one. */
export const renewClaim = (ports: DirectoryPort, { instance }: Pick<Backups, 'instance'>) =>
  change(ports, (state, nowMs) => ({ ...state, seenMs: nowMs, maker: { instance, atMs: nowMs } }));

/** Says that this instance makes none any more. */
export const releaseClaim = (ports: DirectoryPort, { instance }: Pick<Backups, 'instance'>) =>
  change(ports, (state) => (state.maker?.instance === instance ? { ...state, maker: null } : state));

/** Records what is in the folder of this instance after a try, and why it failed, if it did. */
export const recordBackups = (
  ports: DirectoryPort,
  { instance }: Pick<Backups, 'instance'>,
  { own, deleted }: Record<'own' | 'deleted', readonly KeptBackup[]>,
  reason: string | null,
) =>
  change(ports, (state, nowMs) => {
    const files = new Set([...own, ...deleted].map(({ file }) => file));
    const others = state.backups.filter((each) => each.instance !== instance && !files.has(each.file));
    // A container has a new name at each start: a file in this folder is listed under the name of now.
    const backups = [...own.map((each) => ({ ...each, instance })), ...others].toSorted(
      (a, b) => b.atMs - a.atMs,
    );
    return {
      ...state,
      backups,
      failure: reason === null ? null : { instance, atMs: nowMs, reason },
      maker: null,
    };
  });
