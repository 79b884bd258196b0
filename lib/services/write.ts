import type { AuditAction, AuditEntry } from '@/lib/domain/people/audit';
import { actorOf, type Caller, type Identity, type SessionCaller } from '@/lib/domain/people/caller';
import type { Lock, Ports, Tables } from '@/lib/ports/ports';
import { forbidden, type Result } from './result';
import { may } from './rights';
import { type LiveSession, readSession } from './sessions/find';

/** Appends what the caller did to the audit log, in their transaction. */
export type Recorder = (
  action: AuditAction,
  subject: string,
  change?: Pick<AuditEntry, 'before' | 'after'>,
) => Promise<void>;

/** The work of one transaction. The third argument is the caller as read in the transaction. */
type Work<T, C> = (tables: Tables, nowMs: number, caller: C, record: Recorder) => Promise<Result<T>>;
/** The same on a row, such as a bot, that `actor` may manage. */
export type WorkOn<Row, T> = (
  tables: Tables,
  row: Row,
  nowMs: number,
  record: Recorder,
  actor: Caller,
) => Promise<Result<T>>;
/** What a write on behalf of a person needs. */
export type WritePorts = Pick<Ports, 'directory' | 'factorPolicy'>;

/**
 * Runs one directory transaction on behalf of `who`. A person's session, role and state are read again inside it, so
 * a person who was signed out, disabled or demoted after authentication is treated as what they are now.
 */
export async function writeAs<T>(
  ports: WritePorts,
  who: Caller,
  locks: readonly Lock[],
  work: Work<T, Caller>,
): Promise<Result<T>> {
  if (who.kind === 'enrolling') return forbidden();
  if (who.kind !== 'person') {
    return ports.directory.write(locks, (tables, nowMs) =>
      work(tables, nowMs, who, recorderOf(tables, who, nowMs)),
    );
  }
  const all = [shared(personLock(who.userId)), ...locks];
  return writeAsLive(ports, who, all, (tables, nowMs, now, record) => work(tables, nowMs, now.who, record));
}

const recorderOf =
  ({ audit }: Tables, who: Caller, nowMs: number): Recorder =>
  (action, subject, change) =>
    audit.append({ actor: actorOf(who), action, subject, ...change }, nowMs);

/** writeAs for admins and the operator. Others are refused before the transaction begins. */
export async function writeAsAdmin<T>(
  ports: WritePorts,
  who: Caller,
  locks: readonly Lock[],
  work: Work<T, Caller>,
): Promise<Result<T>> {
  if (!may(who, null, 'administer')) return forbidden();
  return writeAs(ports, who, locks, async (tables, nowMs, caller, record) =>
    may(caller, null, 'administer') ? work(tables, nowMs, caller, record) : forbidden(),
  );
}

/** writeAs for changes to the caller's own account. Callers that are not people are refused. */
export async function writeAsPerson<T>(
  ports: WritePorts,
  who: Caller,
  locks: readonly Lock[],
  work: Work<T, LiveSession>,
): Promise<Result<T>> {
  return who.kind === 'person' ? writeAsEnrolling(ports, who, locks, work) : forbidden();
}

/** The same for what one may do who must set up a second factor first. */
export async function writeAsEnrolling<T>(
  ports: WritePorts,
  who: Caller,
  locks: readonly Lock[],
  work: Work<T, LiveSession>,
): Promise<Result<T>> {
  if (who.kind !== 'person' && who.kind !== 'enrolling') return forbidden();
  return writeAsLive(ports, who, [personLock(who.userId), ...locks], work);
}

async function writeAsLive<T>(
  { directory, factorPolicy }: WritePorts,
  who: SessionCaller,
  locks: readonly Lock[],
  work: Work<T, LiveSession>,
): Promise<Result<T>> {
  return directory.write(locks, async (tables, nowMs) => {
    const now = await readSession(tables, factorPolicy, who.sessionHash, nowMs);
    if (now?.user.id !== who.userId) return forbidden();
    if (who.kind === 'person' && now.who.kind !== 'person') return forbidden();
    return work(tables, nowMs, now, recorderOf(tables, now.who, nowMs));
  });
}

/** What writes lock: everything that they change, and everything that has to stay as they read it. */
const named = (name: string): Lock => ({ name, isShared: false });

/** The same lock, for a write that relies on something without changing it: others may share it. */
export const shared = (lock: Lock): Lock => ({ ...lock, isShared: true });

/** A bot with its keys, its history and its refusals, whether it exists or not. */
export const botLock = (botId: string): Lock => named(`bot ${botId}`);

/** A person with their password, sessions, identities and notices. */
export const personLock = (userId: string): Lock => named(`person ${userId}`);

/** That an address belongs to no one or to one person. */
export const emailLock = (email: string): Lock => named(`email ${email}`);

/** That an identity at another provider belongs to no one or to one person. */
export const identityLock = ({ provider, subject }: Identity): Lock =>
  named(`identity ${provider} ${subject}`);

/** The mails to a person, of which one at a time is sent. */
export const mailsLock = (userId: string): Lock => named(`mails ${userId}`);

/** A count of password attempts. */
export const attemptsLock = ({ subject }: { readonly subject: string }): Lock => named(`attempts ${subject}`);

/** That one admin stays who can sign in: held by every write that may take one away. */
export const LAST_ADMIN_LOCK: Lock = named('last admin');

/** That there is no admin yet: shared by writes that may make one otherwise. */
export const FIRST_ADMIN_LOCK: Lock = named('first admin');

/** The oldest refusals of all bots. */
export const REFUSALS_END_LOCK: Lock = named('end of the refusals');

/** The oldest hours of the access log. */
export const ACCESS_LOG_END_LOCK: Lock = named('end of the access log');

/** The oldest events of all bots. */
export const EVENTS_END_LOCK: Lock = named('end of the events');

/** The oldest mails. */
export const MAILS_END_LOCK: Lock = named('end of the mails');

/** The oldest votes of all bots. */
export const VOTES_END_LOCK: Lock = named('end of the votes');

/** The stored counts of all bots. */
export const BOT_COUNTS_LOCK: Lock = named('bot counts');

/** What searches for silent bots leave for the next. */
export const SILENCES_LOCK: Lock = named('silences');

/** The last common outage of bots. */
export const OUTAGE_LOCK: Lock = named('outage');

/** Of what is known about the backups of the service. */
export const BACKUPS_LOCK: Lock = named('backups');

/** Which instance makes the request of a minute. */
export const WATCHDOG_LOCK: Lock = named('watchdog');

/** Which process folds old reports. */
export const FOLDING_LOCK: Lock = named('folding');

/** The latest stretch of time in which an instance was serving. */
export const LEASE_LOCK: Lock = named('lease');

/**
 * The fields of `next` that differ from `now`, before and after; `after` is `null` if none does. For updates and the
 * audit log.
 */
export function changed<T extends object, K extends keyof T>(
  now: T,
  next: Pick<T, K>,
): { before: Partial<Pick<T, K>>; after: Partial<Pick<T, K>> | null } {
  const before: Partial<Pick<T, K>> = {};
  const after: Partial<Pick<T, K>> = {};
  for (const field of Object.keys(next) as K[]) {
    if (now[field] === next[field]) continue;
    before[field] = now[field];
    after[field] = next[field];
  }
  return { before, after: Object.keys(after).length === 0 ? null : after };
}
