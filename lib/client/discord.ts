import type { Stats } from './stats';

/** The part of a discord.js 14 `Client` that is read. */
export interface DiscordClient {
  readonly guilds: {
    readonly cache: { readonly size: number; values(): Iterable<{ readonly memberCount: number }> };
  };
  readonly options: {
    readonly shards?: number | readonly number[] | 'auto' | undefined;
    readonly shardCount?: number | undefined;
  };
  /** Set in a process or worker that a `ShardingManager` has started. */
  readonly shard: DiscordShardUtil | null;
  isReady(): boolean;
}

/** The part of a discord.js 14 `ShardClientUtil` that is read. */
export interface DiscordShardUtil {
  readonly ids: readonly number[];
  readonly count: number;
  broadcastEval(script: (client: DiscordClient) => unknown): Promise<unknown[]>;
}

/** The part of a discord.js 14 `ShardingManager` that is read. */
export interface DiscordShardingManager {
  readonly shards: { readonly size: number };
  readonly shardList: readonly number[] | 'auto';
  readonly totalShards: number | 'auto';
  broadcastEval(script: (client: DiscordClient) => unknown): Promise<unknown[]>;
}

type Part = {
  readonly shards: unknown;
  readonly isReady: boolean;
  readonly serverCount: number;
  readonly userCount: number;
};

/** The shards in reach are not all that the bot has: their sum would be too low. */
export class PartialShards extends Error {}

/** `null` until every shard of this client is ready. */
export function collectClient(client: DiscordClient): Stats | null {
  return sum([measure(client)], client.options.shardCount ?? 1);
}

/** From the leading shard, over all shards of its manager; `null` until all are ready. */
export async function collectShard(shard: DiscordShardUtil): Promise<Stats | null> {
  return sum(await measureAll(shard), shard.count);
}

/** From the manager's process; `null` until it has spawned all shards and all are ready. */
export async function collectManager(manager: DiscordShardingManager): Promise<Stats | null> {
  const { shards, shardList, totalShards } = manager;
  if (shardList === 'auto' || totalShards === 'auto') return null;
  if (shards.size === 0 || shards.size < shardList.length) return null;
  return sum(await measureAll(manager), totalShards);
}

/** Runs inside each shard as text, so it may use nothing from outside itself. */
function measure(client: DiscordClient): Part {
  let userCount = 0;
  // An unavailable guild has no member count.
  for (const guild of client.guilds.cache.values()) userCount += guild.memberCount || 0;
  const { shards } = client.options;
  return { shards, isReady: client.isReady(), serverCount: client.guilds.cache.size, userCount };
}

/** What discord.js says while shards start, respawn or are between the two; the name survives the way between processes. */
const NOT_ALL_THERE = /\[Sharding(NoShards|InProcess|NoChildExists)\]/;

async function measureAll(of: Pick<DiscordShardUtil, 'broadcastEval'>): Promise<Part[] | null> {
  try {
    return (await of.broadcastEval(measure)) as Part[];
  } catch (thrown) {
    if (thrown instanceof Error && NOT_ALL_THERE.test(thrown.name)) return null;
    throw thrown;
  }
}

function sum(parts: Part[] | null, shardCount: number): Stats | null {
  if (!parts?.every((part) => part?.isReady)) return null;
  const reached = new Set(parts.flatMap(({ shards }) => (Array.isArray(shards) ? shards : [])));
  if (reached.size > 0 && reached.size < shardCount)
    throw new PartialShards(`${reached.size} of ${shardCount} shards are in reach of this process`);
  return {
    serverCount: parts.reduce((total, part) => total + part.serverCount, 0),
    userCount: parts.reduce((total, part) => total + part.userCount, 0),
    shardCount,
  };
}
