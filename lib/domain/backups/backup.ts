import { DAY_MS } from '../quota/plan';
import { isoTime } from '../text/time';

/** What a rehearsal of a backup found. */
export type Rehearsal = {
  /** Whether there were checksum and figures to compare with. */
  readonly isProven: boolean;
  /** Whether all rows are of one moment, as they are not on a cluster. */
  readonly isSnapshot: boolean;
  /** One sentence each; empty if there is none. */
  readonly problems: readonly string[];
};

/** A backup in the folder of the service. */
export type KeptBackup = {
  /** The host that made it; in the list of the service host and port of the instance in whose folder it is. */
  readonly instance: string;
  readonly file: string;
  readonly bytes: number;
  /** When it was begun. */
  readonly atMs: number;
  /** What making and rehearsing took. */
  readonly tookMs: number;
  /** Whether it is on the disk of the embedded database, and is lost with it. */
  readonly isOnDatabaseDisk: boolean;
  /** `null` if it was not rehearsed. */
  readonly rehearsal: (Rehearsal & { readonly atMs: number }) | null;
};

/** A try of which no backup came. */
export type BackupFailure = { readonly instance: string; readonly atMs: number; readonly reason: string };

/** What all instances know about the backups of the service. */
export type BackupsState = {
  /** When an instance first had a folder for them. */
  readonly sinceMs: number;
  /** When an instance with such a folder last looked. */
  readonly seenMs: number;
  /** Newest first. */
  readonly backups: readonly KeptBackup[];
  readonly failure: BackupFailure | null;
  /** The instance that makes one, and when it last said so; `null` if none does. */
  readonly maker: { readonly instance: string; readonly atMs: number } | null;
};

export const isGood = ({ rehearsal }: KeptBackup): boolean =>
  rehearsal?.isProven === true && rehearsal.problems.length === 0;

/** Another instance may begin when the maker has not said for so long that it still works. */
const MAKER_MS = 120_000;
const RETRY_MS = 30 * 60_000;
const OVERDUE_MS = 36 * 60 * 60_000;

/** An instance with a folder notes that it looked, this often; unseen for twice as long, backups are turned off. */
const SEEN_MS = 60 * 60_000;

/** Within a time that is not in the future: before a step back of the clock it was later. */
const isWithin = (atMs: number, ms: number, nowMs: number): boolean => atMs <= nowMs && nowMs - atMs < ms;

/** The newest good backup that is not of the future. */
export const newestGood = (backups: readonly KeptBackup[], nowMs: number): KeptBackup | null =>
  backups.filter((each) => isGood(each) && each.atMs <= nowMs).toSorted((a, b) => b.atMs - a.atMs)[0] ?? null;

/** Whether an instance has to note again that it looks. */
export const isUnseen = ({ seenMs }: BackupsState, nowMs: number): boolean =>
  !isWithin(seenMs, SEEN_MS, nowMs);

export type BackupTime = {
  /** Minutes of the day in UTC. */
  readonly minute: number;
  /** By so much this instance waits longer. */
  readonly spreadMs: number;
};

/**
 * Whether a backup is to be begun: the newest good one is older than the last time of day for backups, nobody makes one, and
 * the last failure is a while ago. `backups` are all that are known.
 */
export function isBackupDue(
  { failure, maker }: Pick<BackupsState, 'failure' | 'maker'>,
  backups: readonly KeptBackup[],
  { minute, spreadMs }: BackupTime,
  nowMs: number,
): boolean {
  if (maker !== null && isWithin(maker.atMs, MAKER_MS, nowMs)) return false;
  if (failure !== null && isWithin(failure.atMs, RETRY_MS, nowMs)) return false;
  const ofToday = Math.floor(nowMs / DAY_MS) * DAY_MS + minute * 60_000;
  const lastMs = ofToday <= nowMs ? ofToday : ofToday - DAY_MS;
  if (nowMs < lastMs + spreadMs) return false;
  const newest = newestGood(backups, nowMs);
  return newest === null || newest.atMs < lastMs;
}

/** Why admins have to look at the backups, in one sentence; `null` if all is well. */
export function backupTrouble(state: BackupsState, nowMs: number): string | null {
  const { sinceMs, seenMs, backups, failure } = state;
  if (!isWithin(seenMs, 2 * SEEN_MS, nowMs)) return null;
  const newest = newestGood(backups, nowMs);
  const [last] = backups;
  const bad = last !== undefined && !isGood(last) ? last : null;
  if (failure !== null && failure.atMs > (newest?.atMs ?? 0))
    return `The backup on ${failure.instance} at ${isoTime(failure.atMs)} failed: ${failure.reason}`;
  if (bad !== null && bad.atMs > (newest?.atMs ?? 0))
    return `The backup ${bad.file} on ${bad.instance} is not good: ${bad.rehearsal?.problems.join(' ') ?? 'it was not rehearsed.'}`;
  const atMs = Math.max(newest?.atMs ?? 0, sinceMs);
  return nowMs - atMs > OVERDUE_MS ? `No backup has succeeded since ${isoTime(atMs)}.` : null;
}

type Kept = { readonly newest: number; readonly weeks: number };

const WEEK_MS = 7 * DAY_MS;
/** Weeks begin on Monday. */
const weekOf = (atMs: number): number => Math.floor((atMs + 3 * DAY_MS) / WEEK_MS);

/**
 * The backups that are no longer kept: all but the newest ones, and of the weeks before these one each. A bad one counts for
 * none of them and goes once it is older than all of the newest: however many fail, good ones stay.
 */
export function expiredBackups<B extends KeptBackup>(all: readonly B[], { newest, weeks }: Kept): B[] {
  const sorted = all.toSorted((a, b) => b.atMs - a.atMs);
  const good = sorted.filter(isGood);
  const kept = new Set<B>(good.slice(0, newest));
  const ofWeeks = new Map<number, B>();
  // The oldest of a week stays: it is the same from day to day.
  for (const each of good.slice(newest)) ofWeeks.set(weekOf(each.atMs), each);
  for (const each of [...ofWeeks.values()].slice(0, weeks)) kept.add(each);
  for (const each of sorted.slice(0, newest)) kept.add(each);
  return sorted.filter((each) => !kept.has(each));
}
