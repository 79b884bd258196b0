import type { Stats } from './stats';

/** The parts of a discord.js 14 `Client` that the library reads. */
export interface DiscordClient {
  readonly guilds: {
    readonly cache: { readonly size: number; values(): Iterable<{ readonly memberCount: number }> };
  };
  readonly options: {
    readonly shards?: number | readonly number[] | 'auto' | undefined;
    readonly shardCount?: number | undefined;
  };
  /** Set in a process or worker started by a `ShardingManager`. */
  readonly shard: DiscordShardUtil | null;
  isReady(): boolean;
}

/** The parts of a discord.js 14 `ShardClientUtil` that the library reads. */
export interface DiscordShardUtil {
  readonly ids: readonly number[];
  readonly count: number;
  broadcastEval(script: (client: DiscordClient) => unknown): Promise<unknown[]>;
}

/** The parts of a discord.js 14 `ShardingManager` that the library reads. */
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

/** Not all of the bot's shards can be reached: their sum would be too low. */
export class PartialShards extends Error {}

/** The totals of one client; `null` until all of its shards are ready. */
export function collectClient(client: DiscordClient): Stats | null {
  return sum([measure(client)], client.options.shardCount ?? 1);
}

/** The totals over all shards of the manager, read from the first shard; `null` until all are ready. */
export async function collectShard(shard: DiscordShardUtil): Promise<Stats | null> {
  return sum(await measureAll(shard), shard.count);
}

/** The totals read in the manager's process; `null` until all shards are spawned and ready. */
export async function collectManager(manager: DiscordShardingManager): Promise<Stats | null> {
  const { shards, shardList, totalShards } = manager;
  if (shardList === 'auto' || totalShards === 'auto') return null;
  if (shards.size === 0 || shards.size < shardList.length) return null;
  return sum(await measureAll(manager), totalShards);
}

/** Sent to each shard as source text, so it must not use anything from outside. */
function measure(client: DiscordClient): Part {
  let userCount = 0;
  // An unavailable guild has no member count.
  for (const guild of client.guilds.cache.values()) userCount += guild.memberCount || 0;
  const { shards } = client.options;
  return { shards, isReady: client.isReady(), serverCount: client.guilds.cache.size, userCount };
}

/** Names of discord.js errors while shards start or respawn; the name survives the transfer between processes. */
const SHARDS_NOT_READY = /\[Sharding(NoShards|InProcess|NoChildExists)\]/;

async function measureAll(of: Pick<DiscordShardUtil, 'broadcastEval'>): Promise<Part[] | null> {
  try {
    return (await of.broadcastEval(measure)) as Part[];
  } catch (thrown) {
    if (thrown instanceof Error && SHARDS_NOT_READY.test(thrown.name)) return null;
    throw thrown;
  }
}

function sum(parts: Part[] | null, shardCount: number): Stats | null {
  if (!parts?.every((part) => part?.isReady)) return null;
  const reached = new Set(parts.flatMap(({ shards }) => (Array.isArray(shards) ? shards : [])));
  if (reached.size > 0 && reached.size < shardCount)
    throw new PartialShards(`${reached.size} of ${shardCount} shards can be reached from this process`);
  return {
    serverCount: parts.reduce((total, part) => total + part.serverCount, 0),
    userCount: parts.reduce((total, part) => total + part.userCount, 0),
    shardCount,
  };
}
