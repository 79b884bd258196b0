import {
  mergeRefusals,
  openSinceMs,
  type RefusedCalls,
  refusalGroupOf,
  storedRequestId,
} from '@/lib/domain/reports/refusal';
import type { AccountRef, Ports, Tables } from '@/lib/ports/ports';
import { botLock } from '../write';

/** One refused call before it is written. */
export type RefusedCall = Pick<RefusedCalls, 'operation' | 'error' | 'message' | 'requestId'> & {
  /** The key that was sent, live or not, or the bot for which a person sent a report. */
  readonly of: AccountRef;
  /** `null` for a key that is not live: such calls get the time of the write. */
  readonly atMs: number | null;
  /** See RefusedCalls; left out for `''`. */
  readonly sent?: string;
};

/** Like refused calls before they are written: how many, the time of the first, and the last one. */
export type NotedRefusals = {
  readonly count: number;
  readonly firstAtMs: number | null;
  readonly last: RefusedCall;
};

/**
 * Adds refused calls to the rows of their bots, in one transaction. Those of unknown keys and deleted bots are dropped.
 * Instances that record the same sequence continue the same row.
 */
export async function recordRefusals(
  { directory, secrets }: Pick<Ports, 'directory' | 'secrets'>,
  noted: readonly NotedRefusals[],
): Promise<void> {
  const known = await directory.read((tables, nowMs) => resolved(tables, noted, nowMs));
  if (known.length === 0) return;
  const botIds = [...new Set(known.map(({ botId }) => botId))];
  await directory.write(botIds.map(botLock), async (tables, nowMs) => {
    // Read again: a bot can have been deleted before it was locked.
    const calls = await resolved(tables, noted, nowMs);
    if (calls.length === 0) return;
    const open = await tables.refusals.listOpen(botIds, openSinceMs(calls));
    const { continued, added } = mergeRefusals(open, calls, secrets.newId);
    await tables.refusals.save([...continued, ...added]);
    const grown = new Map(added.map((row) => [`${row.botId} ${refusalGroupOf(row)}`, row]));
    for (const row of grown.values()) await tables.refusals.dropOldest(row.botId, refusalGroupOf(row));
  });
}

/** The refused calls of known keys and bots, with their ids and times. */
async function resolved(
  { keys, bots }: Tables,
  noted: readonly NotedRefusals[],
  nowMs: number,
): Promise<RefusedCalls[]> {
  const hashes = noted.flatMap(({ last: { of } }) => ('keyHash' in of ? [of.keyHash] : []));
  const byHash = new Map((await keys.listByHashes(hashes)).map((key) => [key.hash, key]));
  const calls: RefusedCalls[] = [];
  for (const { count, firstAtMs, last } of noted) {
    const { of, atMs, requestId, sent = '', ...rest } = last;
    const owner = 'keyHash' in of ? byHash.get(of.keyHash) : await bots.findById(of.botId);
    if (owner === undefined || owner === null) continue;
    const ids = 'botId' in owner ? { botId: owner.botId, keyId: owner.id } : { botId: owner.id, keyId: '' };
    const times = [firstAtMs ?? nowMs, atMs ?? nowMs];
    calls.push({
      ...rest,
      ...ids,
      requestId: storedRequestId(requestId),
      sent,
      count,
      firstAtMs: Math.min(...times),
      lastAtMs: Math.max(...times),
    });
  }
  return calls;
}
