import { Semaphore, withTimeout } from 'async-mutex';
import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient } from 'pg';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { REQUEST_TIMEOUT_MS } from './pool';
import { STATEMENT_CLOCK } from './statements';

/** Which part of the bots a bot is in: a Citus shard id. `null`: not known. */
export type Shard = number | null;
/** Where a node listens, as the cluster knows it. */
export type NodeAddress = { readonly host: string; readonly port: number };
/** What is known of a live key before its bot is read. */
export type KnownKey = {
  readonly bot_id: string;
  readonly key_id: string;
  readonly key_number: number | null;
  readonly expires_at_ms: number | null;
  readonly created_at_ms: number;
  readonly shard: Shard;
};

/** 250 to 400 bytes each. */
const KEYS_MAX = 250_000;
const CHECK_EVERY_MS = 500;
/** A revocation holds within a second: a key is known for no longer than this after a check for revoked ones. */
const CHECKED_MAX_MS = 900;
/** A check finds what was revoked in this time before it, so that a commit that took long is not missed. */
const LOOKED_BACK_MS = 60_000;
/** How long a node that could not be reached is left to the coordinator. */
const AVOIDED_MS = 5_000;

/** Keys that ended or will end earlier than was known. An expiry is known with its key. */
const ENDED_KEYS = {
  name: 'ended-keys',
  text: ['revoked_at_ms', 'rotated_at_ms']
    .map((column) => `SELECT hash FROM api_keys WHERE ${column} > ${STATEMENT_CLOCK} - ${LOOKED_BACK_MS}`)
    .join(' UNION ALL '),
};
/** Where each part of the bots is. A node without the cluster's metadata cannot run their statements. */
const PLACES = {
  name: 'places-of-bots',
  text: `SELECT p.shardid AS shard, n.nodename AS host, n.nodeport AS port FROM pg_dist_placement p
    JOIN pg_dist_shard s USING (shardid) JOIN pg_dist_node n USING (groupid)
    WHERE s.logicalrelid = 'bots'::regclass AND n.noderole = 'primary' AND n.isactive AND n.metadatasynced`,
};

type Options = {
  /** A third of its connections, at most, wait for workers here, and pages use at most half: keys can always be read. */
  readonly coordinator: Pool;
  readonly open: (node: NodeAddress) => Pool;
  /** Called when a worker cannot be reached straight, at most once in 5 s for each. */
  readonly onError: (error: Error) => void;
};

/**
 * The way to a bot's rows on a Citus cluster. Calls with a known key go straight to the worker that holds the bot, over
 * connections of that worker's own: one that hangs delays its own bots only. All else goes by way of the coordinator, also
 * while a worker cannot be reached straight. Any node responds rightly for every bot, so an outdated place costs time only.
 */
export class Cluster {
  readonly #options: Options;
  readonly #pools = new Map<string, Pool>();
  /** Until when a node is left to the coordinator. */
  readonly #avoided = new Map<string, number>();
  readonly #share;
  /** Its room is allocated at once. */
  #keys: LRUCache<string, KnownKey> | undefined;
  #places: ReadonlyMap<number, NodeAddress> = new Map();
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | undefined;
  #isFailing = false;
  #timer: NodeJS.Timeout | undefined;

  /** Until `start`, no key is known and everything goes by way of the coordinator. */
  constructor(options: Options) {
    this.#options = options;
    const third = Math.max(1, Math.floor(options.coordinator.options.max / 3));
    this.#share = withTimeout(
      new Semaphore(third),
      REQUEST_TIMEOUT_MS,
      new StorageUnavailable('A node of the cluster takes too long.'),
    );
  }

  /** Reads where the bots are, and twice a second what has changed. */
  async start(): Promise<void> {
    this.#keys = new LRUCache({ max: KEYS_MAX });
    await this.#check();
    this.#timer = setInterval(() => void this.#checkAgain(), CHECK_EVERY_MS);
    this.#timer.unref();
  }

  /** A live key as it was read; `undefined` if it has to be read at the coordinator. */
  knownKey(hash: string): KnownKey | undefined {
    return performance.now() - this.#checkedAt < CHECKED_MAX_MS ? this.#keys?.get(hash) : undefined;
  }

  /** Keeps a key that was live when it was read. */
  keepKey(hash: string, key: KnownKey): void {
    this.#keys?.set(hash, key);
  }

  /** A connection for statements on the rows of bots in one part, or in several. */
  async connect(shard: Shard): Promise<PoolClient> {
    const node = shard === null ? undefined : this.#places.get(shard);
    return (node && (await this.#straight(node))) ?? this.#throughCoordinator();
  }

  /** `null` if the node cannot be reached from here: nothing was sent to it. */
  async #straight(node: NodeAddress): Promise<PoolClient | null> {
    const name = nameOf(node);
    if (performance.now() < (this.#avoided.get(name) ?? 0)) return null;
    let pool = this.#pools.get(name);
    if (pool === undefined) {
      pool = this.#options.open(node);
      this.#pools.set(name, pool);
    }
    try {
      return await pool.connect();
    } catch (error) {
      const now = performance.now();
      // Others may have waited for the same connection.
      if (now >= (this.#avoided.get(name) ?? 0)) this.#options.onError(error as Error);
      this.#avoided.set(name, now + AVOIDED_MS);
      return null;
    }
  }

  async #throughCoordinator(): Promise<PoolClient> {
    const [, leave] = await this.#share.acquire();
    try {
      const client = await this.#options.coordinator.connect();
      const release = client.release.bind(client);
      client.release = (error) => {
        release(error);
        leave();
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Reports the first of several failures; until one succeeds again, no key is known and calls read it. */
  async #checkAgain(): Promise<void> {
    try {
      await this.#check();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#options.onError(error as Error);
      this.#isFailing = true;
    }
  }

  #check(): Promise<void> {
    this.#checking ??= this.#readChanges().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #readChanges(): Promise<void> {
    const { coordinator } = this.#options;
    const startedAt = performance.now();
    const ended = await coordinator.query<{ hash: string }>(ENDED_KEYS);
    // What was revoked since the last check may be longer ago than this one looks.
    if (startedAt - this.#checkedAt > LOOKED_BACK_MS / 2) this.#keys?.clear();
    for (const { hash } of ended.rows) this.#keys?.delete(hash);
    const { rows } = await coordinator.query<NodeAddress & { shard: number }>(PLACES);
    this.#places = new Map(rows.map(({ shard, host, port }) => [shard, { host, port }]));
    this.#checkedAt = startedAt;
    const used = new Set(rows.map(nameOf));
    for (const [name, pool] of this.#pools) {
      if (used.has(name)) continue;
      this.#pools.delete(name);
      void pool.end();
    }
  }

  /** Closes the connections to workers. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    // A failed check has no use any more: the connections are closed next.
    await this.#checking?.catch(() => {});
    await Promise.all([...this.#pools.values()].map((pool) => pool.end()));
  }
}

const nameOf = ({ host, port }: NodeAddress) => `${host}:${port}`;
