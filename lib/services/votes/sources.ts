import type { Caller } from '@/lib/domain/people/caller';
import { nameError, parseName } from '@/lib/domain/people/names';
import { FORMER_VOTE_SECRET_MS, sourceKind, sourceSecretError } from '@/lib/domain/votes/source';
import {
  hourOfRefusal,
  type LoggedDelivery,
  REFUSED_KEPT_MS,
  type RefusedSignatures,
  SOURCES_MAX,
  type StoredVoteSource,
  sourcePath,
  type VoteKind,
  type VoteSource,
} from '@/lib/domain/votes/vote';
import type { Ports, Secrets, Tables } from '@/lib/ports/ports';
import { findBot, readOfBot, writeBot } from '../bots/find';
import { conflict, done, invalidFields, notFound, notOwned, type Result } from '../result';
import type { Right } from '../rights';
import { botLock, writeAs } from '../write';

type NewSource = {
  readonly botId: string;
  readonly kind: string;
  readonly name: string;
  /** What the bot list has issued; without it, or empty, one is made. */
  readonly secret?: string | undefined;
};

/** `path` is that of the address to give to the bot list; `secret` is what was made for it, `null` for a given one: shown once. */
export type CreatedSource = {
  readonly source: VoteSource;
  readonly path: string;
  readonly secret: string | null;
};

const madeSecret = (secrets: Secrets, kind: VoteKind): string =>
  kind === 'generic' ? secrets.newWebhookSecret() : secrets.newToken();

/** Creates a source of votes for a bot that `who` may manage. */
export async function createSource(
  ports: Ports,
  who: Caller,
  { botId, kind: typedKind, name: typedName, secret: typed }: NewSource,
): Promise<Result<CreatedSource>> {
  const { secrets, vault } = ports;
  return writeBot(ports, who, botId, 'createSource', async (tables, _, nowMs, record) => {
    const kind = sourceKind(typedKind);
    const name = parseName(typedName);
    const given = typed?.trim() || null;
    const secretError = kind === null || given === null ? null : sourceSecretError(kind, given);
    if (kind === null || name === null || secretError !== null) {
      const kindError = kind === null ? 'There is no such kind of list.' : null;
      return invalidFields({ kind: kindError, name: nameError(typedName), secret: secretError });
    }
    const existing = (await tables.votes.sources(botId)).filter(({ deletedAtMs }) => deletedAtMs === null);
    if (existing.length >= SOURCES_MAX)
      return conflict(`A bot has at most ${SOURCES_MAX} sources of votes. Delete one first.`);
    const secret = given ?? madeSecret(secrets, kind);
    const source: VoteSource = {
      id: secrets.newId(),
      botId,
      kind,
      name,
      createdAtMs: nowMs,
      pausedAtMs: null,
      deletedAtMs: null,
      mustRotate: false,
    };
    await tables.votes.insertSource({
      ...source,
      sealedSecret: vault.seal(secret),
      sealedFormerSecret: null,
      formerUntilMs: null,
    });
    await record('votes.add-source', botId, { after: audited(source) });
    return done({ source, path: sourcePath(source), secret: given === null ? secret : null });
  });
}

const audited = ({ id, kind, name }: VoteSource) => ({ sourceId: id, kind, name });

const withoutSecrets = ({
  sealedSecret: _,
  sealedFormerSecret: _former,
  formerUntilMs: _until,
  ...source
}: StoredVoteSource): VoteSource => source;

const NO_SOURCE = 'There is no such source of votes.';

/** A source, not deleted, of a bot that `who` may manage. Another owner's and an unknown one get the same refusal. */
async function findSource(
  tables: Tables,
  who: Caller,
  id: string,
  what: Right,
): Promise<Result<StoredVoteSource>> {
  const source = await tables.votes.findSource(id);
  // An unknown source costs the same reads as another owner's, so the time tells nothing.
  const bot = await findBot(tables, who, source?.botId ?? '', what);
  if (source === null || (bot.ok && source.deletedAtMs !== null)) return notFound(NO_SOURCE, 'sourceId');
  return bot.ok ? done(source) : notOwned(NO_SOURCE, 'sourceId');
}

/** Changes a source in one write; a source never leaves its bot. */
async function changeSource(
  ports: Ports,
  who: Caller,
  id: string,
  what: Right,
  action: `votes.${'delete' | 'pause' | 'resume' | 'rotate'}-source`,
  changeAt: (nowMs: number, now: StoredVoteSource) => Result<Partial<StoredVoteSource>>,
): Promise<Result<VoteSource>> {
  const known = await ports.directory.read(({ votes }) => votes.findSource(id));
  return writeAs(ports, who, [botLock(known?.botId ?? '')], async (tables, nowMs, actor, record) => {
    const found = await findSource(tables, actor, id, what);
    if (!found.ok) return found;
    const change = changeAt(nowMs, found.value);
    if (!change.ok) return change;
    await tables.votes.updateSource(id, change.value);
    await record(action, found.value.botId, { after: audited(found.value) });
    return done(withoutSecrets({ ...found.value, ...change.value }));
  });
}

/** Deletes a source: its address answers 404 from then on, and its counts stay in the totals. */
export const deleteSource = (ports: Ports, who: Caller, id: string): Promise<Result<VoteSource>> =>
  changeSource(ports, who, id, 'deleteSource', 'votes.delete-source', (deletedAtMs) =>
    done({ deletedAtMs, sealedSecret: '', sealedFormerSecret: null, formerUntilMs: null }),
  );

/** While a source is paused, what it sends is answered and not stored. */
export const pauseSource = (ports: Ports, who: Caller, id: string): Promise<Result<VoteSource>> =>
  changeSource(ports, who, id, 'pauseSource', 'votes.pause-source', (pausedAtMs) => done({ pausedAtMs }));

export const resumeSource = (ports: Ports, who: Caller, id: string): Promise<Result<VoteSource>> =>
  changeSource(ports, who, id, 'resumeSource', 'votes.resume-source', (_, { mustRotate }) =>
    mustRotate ? conflict('Its former owner knows its secret: rotate it first.') : done({ pausedAtMs: null }),
  );

type Rotation = {
  /** What the bot list has issued; without it, or empty, one is made. */
  readonly secret?: string | undefined;
  /** Whether the secret until now stays good for FORMER_VOTE_SECRET_MS; never that of a former owner. */
  readonly keepsFormer: boolean;
};

/** Gives a source another secret, under the same address. */
export async function rotateSource(
  ports: Ports,
  who: Caller,
  id: string,
  { secret: typed, keepsFormer }: Rotation,
): Promise<Result<CreatedSource>> {
  const { secrets, vault } = ports;
  const given = typed?.trim() || null;
  let made: string | null = null;
  const changed = await changeSource(ports, who, id, 'rotateSource', 'votes.rotate-source', (nowMs, now) => {
    const error = given === null ? null : sourceSecretError(now.kind, given);
    if (error !== null) return invalidFields({ secret: error });
    made = given === null ? madeSecret(secrets, now.kind) : null;
    const isKept = keepsFormer && !now.mustRotate;
    return done({
      sealedSecret: vault.seal(given ?? made ?? ''),
      sealedFormerSecret: isKept ? now.sealedSecret : null,
      formerUntilMs: isKept ? nowMs + FORMER_VOTE_SECRET_MS : null,
    });
  });
  if (!changed.ok) return changed;
  const source = { ...changed.value, mustRotate: false };
  return done({ source, path: sourcePath(source), secret: made });
}

export type ListedSource = {
  readonly source: VoteSource;
  readonly path: string;
  /** Weighted. */
  readonly total: number;
  /** `null` if it has brought none. */
  readonly lastVoteAtMs: number | null;
};

/** The sources of a bot that `who` may manage, the oldest first, with the deleted ones that have brought votes. */
export const listSources = (
  ports: Pick<Ports, 'directory'>,
  who: Caller,
  botId: string,
): Promise<Result<readonly ListedSource[]>> =>
  readOfBot(ports, who, botId, 'listSources', async ({ votes }) =>
    withTotals(await votes.sources(botId), await votes.totals(botId)),
  );

/** Sources with what they have brought; without deleted ones that brought nothing. */
export function withTotals(
  sources: readonly VoteSource[],
  totals: Awaited<ReturnType<Tables['votes']['totals']>>,
): ListedSource[] {
  const bySource = new Map(totals.map((total) => [total.sourceId, total]));
  return sources
    .filter(({ id, deletedAtMs }) => deletedAtMs === null || bySource.has(id))
    .map((source) => {
      const { total = 0, lastVoteAtMs = null } = bySource.get(source.id) ?? {};
      return { source, path: sourcePath(source), total, lastVoteAtMs };
    });
}

export type SourceLog = {
  readonly source: VoteSource;
  /** The last ones whose secret was right, the newest first. */
  readonly deliveries: readonly LoggedDelivery[];
  /** Refused signatures of the last 30 days by hour, the newest first. */
  readonly refused: readonly RefusedSignatures[];
};

/** The log of a source of a bot that `who` may manage. */
export async function deliveryLog(
  { directory }: Pick<Ports, 'directory'>,
  who: Caller,
  sourceId: string,
): Promise<Result<SourceLog>> {
  return directory.read(async (tables, nowMs) => {
    const found = await findSource(tables, who, sourceId, 'deliveryLog');
    if (!found.ok) return found;
    const source = withoutSecrets(found.value);
    const deliveries = await tables.votes.listDeliveries(sourceId);
    const refused = await tables.votes.listRefused(sourceId, hourOfRefusal(nowMs - REFUSED_KEPT_MS));
    return done({ source, deliveries, refused });
  });
}
