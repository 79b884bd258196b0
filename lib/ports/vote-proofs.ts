import type { VoteSource } from '@/lib/domain/votes/vote';

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
