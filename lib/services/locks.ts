import type { Identity } from '@/lib/domain/identity';
import type { Lock } from '@/lib/ports/directory';

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

/** That there is no user yet: shared by writes that add a later one. */
export const FIRST_ADMIN_LOCK: Lock = named('first admin');

/** The oldest refusals of all bots. */
export const REFUSALS_END_LOCK: Lock = named('end of the refusals');

/** The oldest hours of the access log. */
export const ACCESS_LOG_END_LOCK: Lock = named('end of the access log');

/** The oldest events of all bots. */
export const EVENTS_END_LOCK: Lock = named('end of the events');

/** The oldest mails. */
export const MAILS_END_LOCK: Lock = named('end of the mails');

/** The stored counts of all bots. */
export const BOT_COUNTS_LOCK: Lock = named('bot counts');

/** What searches for silent bots leave for the next. */
export const SILENCES_LOCK: Lock = named('silences');

/** The last common outage of bots. */
export const OUTAGE_LOCK: Lock = named('outage');

/** Which process folds old reports. */
export const FOLDING_LOCK: Lock = named('folding');

/** The latest stretch of time in which an instance was serving. */
export const LEASE_LOCK: Lock = named('lease');
