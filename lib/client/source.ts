import {
  collectClient,
  collectManager,
  collectShard,
  type DiscordClient,
  type DiscordShardingManager,
  PartialShards,
} from './discord';
import type { FailureFacts } from './error';
import type { Host } from './host';
import { reasonOf } from './reason';
import { type Stats, statsError } from './stats';

/** A source for any bot: `collect` returns its totals. */
export interface PlainSource {
  /** If set, must equal the `botId` of the options. */
  readonly botId?: string;
  /**
   * The totals of the whole bot; `null` or `undefined` while it is not ready. May be asynchronous, for at most 15 s.
   */
  collect(): Stats | null | undefined | Promise<Stats | null | undefined>;
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
  let timer: unknown;
  const timedOut = new Promise<Collected>((resolve) => {
    const seconds = host.collectTimeoutMs / 1_000;
    const message = `The source returned nothing within ${seconds} s. Check what its collect() waits for, and whether a shard hangs.`;
    timer = host.setTimer(
      () => resolve({ ok: false, failure: { code: 'source_timeout', message } }),
      host.collectTimeoutMs,
    );
  });
  const collecting = Promise.resolve()
    .then(() => collector.collect())
    .then(validate)
    .catch((thrown: unknown) => ({ ok: false, failure: failureOf(thrown) }) as const);
  const collected = await Promise.race([collecting, timedOut]);
  host.clearTimer(timer);
  return collected;
}

function validate(stats: unknown): Collected {
  if (stats === null || stats === undefined)
    return {
      ok: false,
      failure: {
        code: 'not_ready',
        message: 'The source is not ready. Reports wait until it returns its counts.',
      },
    };
  const error = statsError(stats);
  if (error !== null)
    return {
      ok: false,
      failure: { code: 'invalid_stats', message: `${error} Fix what the source collects.` },
    };
  return { ok: true, stats: stats as Stats };
}

function failureOf(thrown: unknown): FailureFacts {
  const partial = partialOf(thrown);
  if (partial !== null)
    return {
      code: 'invalid_source',
      message: `Nothing was reported because ${partial}. Pass an object whose collect() sums over all of them, in one process.`,
    };
  return {
    code: 'source_failed',
    message: `The source failed (${reasonOf(thrown)}). Fix its collect().`,
  };
}

/** The thrown value may have getters that throw again. */
function partialOf(thrown: unknown): string | null {
  try {
    return thrown instanceof PartialShards ? thrown.message : null;
  } catch {
    return null;
  }
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
