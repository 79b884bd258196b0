import type { Issue } from '@/lib/contract/faults/body';
import { readJwt } from '@/lib/contract/jwt';
import { readDelivery } from '@/lib/contract/vote-bodies';
import { type DeliveryOutcome, keptTrace, type StoredVoteSource } from '@/lib/domain/votes/vote';
import type { Ports } from '@/lib/ports/ports';
import type { VoteInbox } from './inbox';

/** A source that accepts deliveries, and when it was found. */
export type FoundSource = { readonly source: StoredVoteSource; readonly nowMs: number };

/** The source of an address; `null` if it is unknown or deleted. */
export async function findSourceOf(
  { directory }: Pick<Ports, 'directory'>,
  token: string,
): Promise<FoundSource | null> {
  return directory.read(async ({ votes }, nowMs) => {
    const source = await votes.findSource(token);
    return source === null || source.deletedAtMs !== null ? null : { source, nowMs };
  });
}

/** A request of a bot list that reports a vote. */
export type VoteRequest = {
  /** A header field by its name in lower case. */
  readonly header: (name: string) => string | null;
  readonly body: Uint8Array;
  /** The body as text; `null` if it is no UTF-8. */
  readonly text: string | null;
};

/** What becomes of a delivery, in the order of the contract (section 10). */
export type VoteResult =
  | { readonly kind: 'unauthorized'; readonly isMissing: boolean }
  | { readonly kind: 'invalid_json' }
  | { readonly kind: 'invalid_body'; readonly issues: readonly Issue[] }
  | { readonly kind: 'bot_mismatch' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'taken'; readonly outcome: DeliveryOutcome };

/** Checks a delivery and stores its vote; it is durable when the promise resolves. Rejects with StorageUnavailable. */
export async function receiveVote(
  { vault, voteProofs }: Pick<Ports, 'vault' | 'voteProofs'>,
  inbox: VoteInbox,
  { source, nowMs }: FoundSource,
  { header, body, text }: VoteRequest,
): Promise<VoteResult> {
  const { kind, id: sourceId, botId } = source;
  const proofs = secretsOf(vault, source, nowMs).map((secret) => ({
    secret,
    fault: voteProofs.check({ kind, secret, header, body, nowMs }),
  }));
  const proof = proofs.find(({ fault }) => fault === null);
  const delivery = { sourceId, botId, atMs: nowMs, trace: keptTrace(header('x-topgg-trace')) };
  if (proof === undefined) {
    inbox.noteRefused(delivery);
    return { kind: 'unauthorized', isMissing: proofs[0]?.fault === 'missing' };
  }
  const value = kind === 'discordlistgg' ? readJwt(text ?? '')?.payload : parsed(text);
  if (value === undefined) return refused('invalid_json', 400, { kind: 'invalid_json' });
  const context = { body: text ?? '', voteId: header('webhook-id') ?? '', nowMs };
  const read = readDelivery({ kind, secret: proof.secret }, value, context);
  if (!read.ok) return refused('invalid_body', 400, { kind: 'invalid_body', issues: read.issues });
  const { value: found } = read;
  if (found.botId !== null && found.botId !== botId)
    return refused('bot_mismatch', 403, { kind: 'bot_mismatch' });
  const outcome = await inbox.store(
    found.kind === 'vote'
      ? { ...delivery, vote: { vote: found.vote, repeat: found.repeat } }
      : { ...delivery, status: 200, outcome: source.pausedAtMs === null ? found.kind : 'paused' },
  );
  return outcome === 'gone' ? { kind: 'gone' } : { kind: 'taken', outcome };

  /** The log is not awaited, and a line that cannot be written is lost: a refusal does not depend on the storage. */
  function refused(why: DeliveryOutcome, status: number, answer: VoteResult): VoteResult {
    inbox.store({ ...delivery, status, outcome: why }).catch(() => {});
    return answer;
  }
}

/** The secrets that are good now; without those that another AUTH_SECRET encrypted, nothing can be let in. */
function secretsOf(
  vault: Ports['vault'],
  { sealedSecret, sealedFormerSecret, formerUntilMs, mustRotate }: StoredVoteSource,
  nowMs: number,
): string[] {
  const isFormerGood = mustRotate || (formerUntilMs !== null && nowMs < formerUntilMs);
  return [sealedSecret, isFormerGood ? (sealedFormerSecret ?? '') : ''].flatMap((sealed) => {
    const secret = sealed === '' ? null : vault.open(sealed);
    return secret === null ? [] : [secret];
  });
}

/** `undefined` for a text that is no JSON. */
function parsed(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
