import { type FailureFacts, reasonOf } from './error';
import { type Host, within } from './host';
import type { Stats } from './records';

/** A source for any bot: `collect` returns its totals. */
export interface PlainSource {
  /** If set, must equal the `botId` of the options. */
  readonly botId?: string;
  /**
   * The totals of the whole bot; `null` or `undefined` while it is not ready. May be asynchronous, for at most 15 s.
   */
  collect(): Stats | null | undefined | Promise<Stats | null | undefined>;
}

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

/** The argument of `start`. */
export type Source = PlainSource | DiscordClient | DiscordShardingManager;

/** The common interface of all sources. */
export type Collector = {
  /** Whether this process reports; only the first shard does. */
  readonly isLeader: boolean;
  collect(): unknown;
};

export type Collected =
  | { readonly ok: true; readonly stats: Stats }
  | { readonly ok: false; readonly failure: FailureFacts };

const NOT_A_SOURCE =
  'start() takes a discord.js Client, a discord.js ShardingManager or an object with collect(). Pass one of them.';

/** Recognizes a source; returns a string with the reason if it is invalid. */
export function openSource(source: unknown, botId: string): Collector | string {
  try {
    if (isPlain(source)) {
      if (source.botId !== undefined && source.botId !== botId)
        return 'The botId of the source is not the botId of the options. Use the same id for both.';
      return { isLeader: true, collect: () => source.collect() };
    }
    if (isManager(source)) return { isLeader: true, collect: () => collectManager(source) };
    if (!isClient(source)) return NOT_A_SOURCE;
    const { shard } = source;
    if (shard === null) return { isLeader: true, collect: () => collectClient(source) };
    return { isLeader: shard.ids.includes(0), collect: () => collectShard(shard) };
  } catch {
    return NOT_A_SOURCE;
  }
}

/** Collects once, for at most `collectTimeoutMs`. Never rejects. */
export async function collect(host: Host, collector: Collector): Promise<Collected> {
  const collecting = Promise.resolve()
    .then(() => collector.collect())
    .then(validate)
    .catch(failureOf);
  const seconds = host.collectTimeoutMs / 1_000;
  const late = `The source returned nothing within ${seconds} s. Check what its collect() waits for, and whether a shard hangs.`;
  return within(host, host.collectTimeoutMs, collecting, failed('source_timeout', late));
}

const failed = (code: FailureFacts['code'], message: string): Collected => ({
  ok: false,
  failure: { code, message },
});

function validate(stats: unknown): Collected {
  if (stats === null || stats === undefined)
    return failed('not_ready', 'The source is not ready. Reports wait until it returns its counts.');
  const error = statsError(stats);
  return error === null
    ? { ok: true, stats: stats as Stats }
    : failed('invalid_stats', `${error} Fix what the source collects.`);
}

/** The thrown value may have getters that throw again. */
function failureOf(thrown: unknown): Collected {
  try {
    if (thrown instanceof PartialShards)
      return failed(
        'invalid_source',
        `Nothing was reported because ${thrown.message}. Pass an object whose collect() sums over all of them, in one process.`,
      );
  } catch {
    // The sentence below says what can be said of such a value.
  }
  return failed('source_failed', `The source failed (${reasonOf(thrown)}). Fix its collect().`);
}

const BOUNDS = {
  serverCount: [0, 10_000_000],
  userCount: [0, 10_000_000_000],
  shardCount: [1, 100_000],
} as const;

/** Every number that the service would refuse, in one sentence; `null` if all are valid (API section 3). */
export function statsError(stats: unknown): string | null {
  if (typeof stats !== 'object' || stats === null) return 'The statistics are not an object.';
  const { serverCount, userCount, shardCount = 1 } = stats as Record<string, unknown>;
  const errors = Object.entries({ serverCount, userCount, shardCount }).flatMap(([name, value]) => {
    const [min, max] = BOUNDS[name as keyof Stats];
    const isValid = Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
    return isValid ? [] : [`${name} must be a whole number from ${min} to ${max}`];
  });
  return errors.length === 0 ? null : `${errors.join('; ')}.`;
}

const membersOf = (value: unknown): Record<string, unknown> =>
  (typeof value === 'object' || typeof value === 'function') && value !== null
    ? (value as Record<string, unknown>)
    : {};

const isPlain = (source: unknown): source is PlainSource => typeof membersOf(source).collect === 'function';

const isManager = (source: unknown): source is DiscordShardingManager =>
  typeof membersOf(source).broadcastEval === 'function' && 'shardList' in membersOf(source);

const isClient = (source: unknown): source is DiscordClient =>
  typeof membersOf(source).isReady === 'function' && 'cache' in membersOf(membersOf(source).guilds);

type Part = {
  readonly shards: unknown;
  readonly isReady: boolean;
  readonly serverCount: number;
  readonly userCount: number;
};

/** Not all of the bot's shards can be reached: their sum would be too low. */
class PartialShards extends Error {}

/** The totals of one client; `null` until all of its shards are ready. */
function collectClient(client: DiscordClient): Stats | null {
  return sum([measure(client)], client.options.shardCount ?? 1);
}

/** The totals over all shards of the manager, read from the first shard; `null` until all are ready. */
async function collectShard(shard: DiscordShardUtil): Promise<Stats | null> {
  return sum(await measureAll(shard), shard.count);
}

/** The totals read in the manager's process; `null` until all shards are spawned and ready. */
async function collectManager(manager: DiscordShardingManager): Promise<Stats | null> {
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
