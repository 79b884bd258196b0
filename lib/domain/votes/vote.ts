import { dayOf } from '../quota/days';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../quota/plan';
import { isMoment } from '../text/time';

/** Votes that bot lists report (contract section 10). Every number of it is defined here. */

export const VOTE_KINDS = [
  ...(['topgg', 'discordbotlist', 'discords', 'discordplace', 'botlistme', 'discordlistgg'] as const),
  ...(['infinity', 'generic'] as const),
] as const;
export type VoteKind = (typeof VOTE_KINDS)[number];

/** Where votes of a bot come from, without its secret. */
export type VoteSource = {
  /** The token in its address, too. */
  readonly id: string;
  readonly botId: string;
  readonly kind: VoteKind;
  readonly name: string;
  readonly createdAtMs: number;
  /** While it is paused nothing is stored; `null` if it is not. */
  readonly pausedAtMs: number | null;
  /** Its counts stay; `null` if it is not deleted. */
  readonly deletedAtMs: number | null;
  /** Whether its secret is a former owner's: it stays paused until the owner rotates it. */
  readonly mustRotate: boolean;
};

/** A source with its secrets, which are encrypted. */
export type StoredVoteSource = VoteSource & {
  /** Empty once it is deleted, and while it `mustRotate`. */
  readonly sealedSecret: string;
  /** Good until `formerUntilMs`; while the source `mustRotate`, that of a former owner, which lets nothing be stored. */
  readonly sealedFormerSecret: string | null;
  readonly formerUntilMs: number | null;
};

export const SOURCES_MAX = 10;

/** Deliveries for a bot that an instance stores in a second. */
export const DELIVERIES_A_SECOND = 60;

/** The path of a source's address. */
export const sourcePath = ({ id }: Pick<VoteSource, 'id'>): string => `/hooks/votes/${id}`;

/** A vote as a bot list reports it. */
export type ReportedVote = {
  readonly userId: string;
  readonly username: string | null;
  readonly weight: number;
  readonly votedAtMs: number;
  readonly expiresAtMs: number;
};

/** A stored vote. It is kept for VOTES_KEPT_MS, then counts alone. */
export type Vote = ReportedVote & {
  readonly id: string;
  readonly botId: string;
  readonly sourceId: string;
  readonly storedAtMs: number;
};

/** The result of a delivery with a valid secret, as the log of its source shows it. */
export const DELIVERY_OUTCOMES = [
  ...(['stored', 'repeat', 'test', 'downvote', 'paused', 'limited', 'invalid_json'] as const),
  ...(['invalid_body', 'bot_mismatch'] as const),
] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

export type VoteDelivery = {
  readonly sourceId: string;
  readonly botId: string;
  readonly atMs: number;
  readonly status: number;
  readonly outcome: DeliveryOutcome;
  /** What top.gg names its delivery for its support; empty without one. */
  readonly trace: string;
};

/** A delivery in the log of its source. */
export type LoggedDelivery = VoteDelivery & { readonly id: string };

/** How many signatures of a source were refused in an hour. */
export type RefusedSignatures = {
  readonly sourceId: string;
  readonly botId: string;
  readonly hourMs: number;
  readonly count: number;
  readonly lastAtMs: number;
};

/** Deliveries that a source's log has. */
export const DELIVERIES_LOGGED = 50;
/** The form of a trace; anything else is not kept. */
const TRACE = /^[\x21-\x7e]{1,80}$/;
export const keptTrace = (trace: string | null): string => (trace !== null && TRACE.test(trace) ? trace : '');

/** Users' ids and names are kept so long after the vote. */
export const VOTES_KEPT_MS = 30 * DAY_MS;
/** A bot list's vote id is known so long. */
const VOTE_IDS_KEPT_MS = 31 * DAY_MS;
/** Without a bot list's vote id: the same again within this time is a repeat. */
const REPEAT_MS = HOUR_MS;
/** How long a vote is good if the bot list does not say. */
export const VOTE_MS = 12 * HOUR_MS;
const VOTE_MAX_MS = 31 * DAY_MS;

/** When a vote expires: what the bot list says, if it can be meant. */
export const expiryOf = (votedAtMs: number, givenMs: number | null): number =>
  givenMs !== null && givenMs <= votedAtMs + VOTE_MAX_MS ? givenMs : votedAtMs + VOTE_MS;
/** A vote lies at most so far ahead. */
const AHEAD_MAX_MS = 5 * MINUTE_MS;
/** The time of a signature is at most so far off. */
export const SIGNED_MAX_MS = 5 * MINUTE_MS;

const WEIGHT_MAX = 100;

/** 1 to 100: missing, smaller or no whole number counts as 1, larger as 100, because a refused vote is lost for good. */
export const weightOf = (given: unknown): number =>
  typeof given === 'number' && Number.isInteger(given) ? Math.min(Math.max(given, 1), WEIGHT_MAX) : 1;

/** Whether a vote can have been given at `votedAtMs`. */
export const isVotedAt = (votedAtMs: number, nowMs: number): boolean =>
  isMoment(votedAtMs) && votedAtMs > nowMs - VOTES_KEPT_MS && votedAtMs <= nowMs + AHEAD_MAX_MS;

/** What is known of a user's latest vote. */
export type UserVote = {
  readonly voted: boolean;
  readonly votedAtMs: number | null;
  readonly expiresAtMs: number | null;
};

/** `latest` is the vote of the user that is good for longest. */
export const userVote = (
  latest: Pick<Vote, 'votedAtMs' | 'expiresAtMs'> | null,
  nowMs: number,
): UserVote => ({
  voted: latest !== null && nowMs < latest.expiresAtMs,
  votedAtMs: latest?.votedAtMs ?? null,
  expiresAtMs: latest?.expiresAtMs ?? null,
});

/** What a repeat is recognized by: the bot list's vote id, the same user, or the same body. Hashed before it is stored. */
export type RepeatKey = { readonly text: string; readonly keptMs: number };

export const repeatKey = (
  of: { readonly voteId: string } | { readonly userId: string } | { readonly body: string },
): RepeatKey => {
  if ('voteId' in of) return { text: `id ${of.voteId}`, keptMs: VOTE_IDS_KEPT_MS };
  return { text: 'userId' in of ? `user ${of.userId}` : `body ${of.body}`, keptMs: REPEAT_MS };
};

/** A position in the list of votes, which is sorted by when they were given and then by id. */
export type VoteCursor = { readonly votedAtMs: number; readonly id: string };

export const voteCursorText = ({ votedAtMs, id }: VoteCursor): string => `${votedAtMs}.${id}`;

const CURSOR = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The cursor in a text; `null` if it names none. */
export function parseVoteCursor(text: string): VoteCursor | null {
  const [, votedAtMs, id] = CURSOR.exec(text) ?? [];
  if (votedAtMs === undefined || id === undefined || !isMoment(Number(votedAtMs))) return null;
  return { votedAtMs: Number(votedAtMs), id };
}

/** The UTC day that a vote counts for. */
export const voteDayOf = ({ votedAtMs }: Pick<Vote, 'votedAtMs'>): number => dayOf(votedAtMs);

/** The hour in whose row a refused signature is counted. */
export const hourOfRefusal = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS;
/** Rows of refused signatures are kept so long. */
export const REFUSED_KEPT_MS = 30 * DAY_MS;
