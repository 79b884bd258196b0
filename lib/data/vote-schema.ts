import type { RemovalKind } from '@/lib/domain/bots/removal';
import type { DeliveryOutcome, VoteKind } from '@/lib/domain/votes/vote';

/** The tables of votes (contract section 10). Times are milliseconds since 1970 in UTC. */
export type VoteTables = {
  vote_sources: {
    /** The token in its address, too. */
    id: string;
    bot_id: string;
    kind: VoteKind;
    name: string;
    /** Encrypted; empty once it is deleted, and until its owner rotates the secret of a former owner. */
    secret: string;
    /** Until `former_until_ms`; if that is `null`, of a former owner. */
    former_secret: string | null;
    former_until_ms: number | null;
    created_at_ms: number;
    paused_at_ms: number | null;
    deleted_at_ms: number | null;
  };
  votes: {
    id: string;
    bot_id: string;
    source_id: string;
    user_id: string;
    username: string | null;
    weight: number;
    voted_at_ms: number;
    expires_at_ms: number;
    stored_at_ms: number;
  };
  /** How many votes were stored on the latest UTC day. */
  vote_counts: { bot_id: string; day: number; votes: number };
  /** Sums of weights. */
  vote_days: { bot_id: string; day: number; source_id: string; votes: number; last_at_ms: number };
  /** What a repeat is recognized by, until then. Holds no user. */
  vote_repeats: { source_id: string; hash: string; until_ms: number };
  vote_deliveries: {
    id: string;
    bot_id: string;
    source_id: string;
    at_ms: number;
    status: number;
    outcome: DeliveryOutcome;
    trace: string;
  };
  /** `sealed` is the user of a voter whose votes are being deleted; their hash is the subject. */
  removals: { bot_id: string; kind: RemovalKind; subject: string; sealed: string | null; until_ms: number };
  vote_refusals: { source_id: string; hour_ms: number; bot_id: string; count: number; last_at_ms: number };
};
