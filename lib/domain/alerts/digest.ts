import type { Change } from '../history/change';
import { DAY_MS, HOUR_MS } from '../quota/plan';
import { dayText } from '../text/time';

/** The type of mail in a link that ends digests: they are of no bot. */
export const DIGEST = 'digest';

/** What a person gets of a week or a month of their bots, if they chose so. */
export const DIGEST_PERIODS = ['weekly', 'monthly'] as const;
export type DigestEvery = (typeof DIGEST_PERIODS)[number];

export type DigestChoice = {
  readonly every: DigestEvery;
  /** One mail for all bots. */
  readonly isMailed: boolean;
  /** A message for each bot to each of its Discord webhooks. */
  readonly isOnDiscord: boolean;
  /** Whether none is sent when nothing happened (see isQuiet). */
  readonly isOnlyIfAny: boolean;
};

/** Digests are made on Mondays and on the first of a month, at this time of the day in UTC. */
const AT_MS = 8 * HOUR_MS;
/** A Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
/** Longer than any period: no digest is planned later. */
export const DIGEST_WITHIN_MS = 32 * DAY_MS;

/** The midnight of the latest Monday or first of a month whose digest is due by `nowMs`. */
function latestMidnight(every: DigestEvery, nowMs: number): number {
  const atMs = nowMs - AT_MS;
  if (every === 'weekly') return FIRST_MONDAY_MS + Math.floor((atMs - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS;
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
}

/** When the next digest after `nowMs` is due. */
export function nextDigestAtMs(every: DigestEvery, nowMs: number): number {
  const midnightMs = latestMidnight(every, nowMs);
  if (every === 'weekly') return midnightMs + WEEK_MS + AT_MS;
  const at = new Date(midnightMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) + AT_MS;
}

/** Whole UTC days, half-open; `name` tells it from every other. */
export type DigestPeriod = { readonly fromMs: number; readonly untilMs: number; readonly name: string };

/** The last period that has ended by `nowMs` and whose digest is due. */
export function digestPeriod(every: DigestEvery, nowMs: number): DigestPeriod {
  const untilMs = latestMidnight(every, nowMs);
  const until = new Date(untilMs);
  const fromMs =
    every === 'weekly' ? untilMs - WEEK_MS : Date.UTC(until.getUTCFullYear(), until.getUTCMonth() - 1, 1);
  return { fromMs, untilMs, name: `${every} ${dayText(fromMs / DAY_MS)}` };
}

/** Whether a digest that was planned for `dueAtMs` is to be made now. After a clock step back it can be planned too late. */
export const isDigestDue = (dueAtMs: number, nowMs: number): boolean => dueAtMs <= nowMs;
export const isDigestMisplaced = (dueAtMs: number, nowMs: number): boolean =>
  dueAtMs - nowMs > DIGEST_WITHIN_MS;

/** What a digest says of one bot. */
export type BotDigest = {
  readonly botId: string;
  readonly name: string;
  /** How the counts changed in the period; `null` without a report by its end. */
  readonly servers: Change | null;
  readonly users: Change | null;
  /** In percent, truncated to 2 decimals; `null` if no report was expected. */
  readonly coverage: number | null;
  readonly refused: number;
  /** From when they are counted: the start of the period, or of the days that are kept. */
  readonly refusedSinceMs: number;
  /** Refused calls of the period by cause, as far as causes are kept; most calls first. */
  readonly causes: readonly { readonly error: string; readonly calls: number }[];
  readonly votes: number;
};

/** From here on, missing reports are nothing that happened. */
const COVERED_FROM_PERCENT = 95;

/** Whether nothing happened to a bot: no count changed, no call was refused, nobody voted, and nearly all reports arrived. */
export const isQuiet = ({ servers, users, coverage, refused, votes }: BotDigest): boolean =>
  (servers?.by ?? 0) === 0 &&
  (users?.by ?? 0) === 0 &&
  (coverage === null || coverage >= COVERED_FROM_PERCENT) &&
  refused === 0 &&
  votes === 0;

/** A choice as JSON; `null` for none, and for one that has neither channel. */
export const encodeDigest = (choice: DigestChoice | null): string | null =>
  choice === null || !(choice.isMailed || choice.isOnDiscord) ? null : JSON.stringify(choice);

/** A stored choice; `null` for none, and for a damaged one. */
export function decodeDigest(json: string | null): DigestChoice | null {
  if (json === null) return null;
  try {
    const { every, ...choice } = (JSON.parse(json) ?? {}) as Partial<DigestChoice>;
    const known = DIGEST_PERIODS.find((each) => each === every);
    if (known === undefined) return null;
    return {
      every: known,
      isMailed: choice.isMailed === true,
      isOnDiscord: choice.isOnDiscord === true,
      isOnlyIfAny: choice.isOnlyIfAny === true,
    };
  } catch {
    return null;
  }
}
