import type { DayVotes } from '@/lib/domain/votes/totals';
import type { Vote, VoteDelivery, VotePlace, VoteSource } from '@/lib/domain/votes/vote';

/** Encrypted secrets of a source. */
type SealedSecrets = {
  /** Empty once it is deleted, and while it `mustRotate`. */
  readonly sealedSecret: string;
  /** Good until `formerUntilMs`; while the source `mustRotate`, that of a former owner, which lets nothing be stored. */
  readonly sealedFormerSecret: string | null;
  readonly formerUntilMs: number | null;
};
export type StoredVoteSource = VoteSource & SealedSecrets;

/** What a source has brought so far, weighted. */
export type SourceTotal = {
  readonly sourceId: string;
  readonly total: number;
  readonly lastVoteAtMs: number;
};

/** Up to as many as were asked for; fewer too while votes among them are being deleted. `next` is `null` at the end. */
export type RecentVotes = { readonly votes: readonly Vote[]; readonly next: VotePlace | null };

/** Reads over the votes of one bot, without those of users who are removed. */
export interface VoteReads {
  /** Deleted ones too, the oldest first. */
  sources(botId: string): Promise<VoteSource[]>;
  /** By source, without those that have brought no vote. */
  totals(botId: string): Promise<SourceTotal[]>;
  /** Weighted votes by UTC day from `fromDay` on, the oldest first, without empty days. */
  days(botId: string, fromDay: number): Promise<DayVotes[]>;
  /** Weighted votes before a day. */
  totalBefore(botId: string, day: number): Promise<number>;
  /** Votes given after `afterMs`, the newest first, from behind `place` on. */
  recent(botId: string, afterMs: number, place: VotePlace | null, max: number): Promise<RecentVotes>;
  /** The vote of a user that is good for longest, of those given after `afterMs`. */
  longestOf(
    botId: string,
    userId: string,
    afterMs: number,
  ): Promise<Pick<Vote, 'votedAtMs' | 'expiresAtMs'> | null>;
}

/** What identifies a vote, so that its repeats are recognised. */
export type StoredRepeat = { readonly sourceId: string; readonly hash: string; readonly untilMs: number };

export type RefusedSignatures = {
  readonly sourceId: string;
  readonly botId: string;
  readonly hourMs: number;
  readonly count: number;
  readonly lastAtMs: number;
};

/** A delivery in the log of its source. */
export type LoggedDelivery = VoteDelivery & { readonly id: string };

/** Votes with all that belongs to them (contract section 10). Its writes need the bot's lock, shared where votes are added. */
export interface Votes extends VoteReads {
  findSource(id: string): Promise<StoredVoteSource | null>;
  insertSource(source: StoredVoteSource): Promise<void>;
  updateSource(
    id: string,
    change: Partial<Pick<StoredVoteSource, 'pausedAtMs' | 'deletedAtMs' | keyof SealedSecrets>>,
  ): Promise<void>;
  /** Pauses all that are not deleted, and makes their secrets those of a former owner. */
  endSecrets(botId: string, nowMs: number): Promise<void>;
  /** Adds to how many votes of bots were stored on a UTC day, and holds the counts until the commit; returns them. */
  countStored(votes: ReadonlyMap<string, number>, day: number): Promise<ReadonlyMap<string, number>>;
  /** Remembers what is not remembered at `nowMs` yet; returns the hashes by source that are new: `source hash`. */
  remember(repeats: readonly StoredRepeat[], nowMs: number): Promise<ReadonlySet<string>>;
  /** Stores votes, and counts them on their days. */
  insert(votes: readonly Vote[]): Promise<void>;
  /** In any order, without unknown ones. */
  listByIds(ids: readonly string[]): Promise<Vote[]>;
  /** How many votes of a user are stored and not removed, up to `max`. */
  countOfUser(botId: string, userId: string, max: number): Promise<number>;
  /** Up to `max` votes of a user that were stored until `untilMs`, removed ones too. */
  listOfUser(
    botId: string,
    userId: string,
    untilMs: number,
    max: number,
  ): Promise<Pick<Vote, 'id' | 'botId'>[]>;
  /** Up to `max` votes given until `beforeMs`, the oldest first. */
  listBefore(beforeMs: number, max: number, except: readonly string[]): Promise<Pick<Vote, 'id' | 'botId'>[]>;
  /** Deletes votes, their events and what was sent about them; their counts stay. */
  delete(votes: readonly Pick<Vote, 'id' | 'botId'>[]): Promise<void>;
  /** Adds deliveries to the logs of their sources, which keep the last DELIVERIES_LOGGED. */
  log(deliveries: readonly LoggedDelivery[]): Promise<void>;
  /** The newest first. */
  listDeliveries(sourceId: string): Promise<LoggedDelivery[]>;
  addRefused(refused: readonly RefusedSignatures[]): Promise<void>;
  /** The newest hour first. */
  listRefused(sourceId: string, sinceMs: number): Promise<RefusedSignatures[]>;
  /** Deletes up to `max` of what has ended: repeats until `nowMs`, refused signatures before `refusedBeforeMs`; returns how many. */
  prune(nowMs: number, refusedBeforeMs: number, max: number): Promise<number>;
}

/** Why a delivery is not let in; `null` if its proof is right. */
export type ProofFault = 'missing' | 'wrong' | null;

/** A delivery as it was received. */
export type VoteProof = {
  readonly kind: VoteSource['kind'];
  readonly secret: string;
  /** A header field by its name in lower case. */
  readonly header: (name: string) => string | null;
  readonly body: Uint8Array;
  readonly nowMs: number;
};

/** Checks who sent a delivery, in constant time. */
export interface VoteProofs {
  check(proof: VoteProof): ProofFault;
}
