import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { type Account, rollForward } from '@/lib/domain/bots/account';
import { isKeyLive } from '@/lib/domain/keys/api-key';
import { FORM, type KeyNumber, OTHER_KEYS } from '@/lib/domain/quota/usage-part';
import type { Decision } from '@/lib/domain/reports/decide';
import { isEvent } from '@/lib/domain/reports/effect';
import type { AccountRef, Snapshot, Store } from '@/lib/ports/ports';
import { StorageUnavailable } from '@/lib/ports/storage-unavailable';
import { toAccount } from '../account-row';
import { writeStatement } from '../call-writes';
import { refuseInsideWrite } from '../inside-write';
import { type TimeBuffer, type Times, timeBuffer, withHeartbeat } from '../time-buffer';
import type { Cluster, KnownKey, Shard } from './cluster';
import { isStandbyMissing, QUERY_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from './pool';
import {
  LOCK,
  PROBE,
  READ_BY_BOT,
  READ_BY_KEY,
  READ_KEY,
  type ReadRow,
  SPREAD_HEARTBEATS,
  SPREAD_KEY_USES,
  WRITE_HEARTBEATS,
  WRITE_KEY_USES,
} from './statements';
import { type Commit, notReplicated, toStorageError } from './storage-errors';

/** After this many attempts without a lock, calls to a contended bot queue for its row lock. */
const TRIES_WITHOUT_LOCK = 2;
/** A body can take long to arrive; after this time the row is read again, because its key may have been revoked. */
const CACHED_MAX_MS = 500;

type Decide<Outcome> = (account: Account, nowMs: number, key: KeyNumber) => Decision<Outcome>;
/** `shard`: on the rows of bots of that part of a cluster; without it, on what only the coordinator has. */
type Run = (query: QueryConfig, until: number, shard?: Shard) => Promise<QueryResult>;

/** A row, and the account that it holds. */
type Found = { readonly row: ReadRow; readonly account: Account };
/** With the time when it was read (`performance.now()`), and how long the read took. */
type ReadResult = Found & { readonly at: number; readonly tookMs: number };

/**
 * The store on PostgreSQL. A call is a read and one conditional write, two round trips: if the row changed since the
 * read, nothing is written and the call is decided again. Uses the database's clock.
 */
export class PostgresStore implements Store {
  readonly #pool: Pool;
  readonly #onEvents: () => void;
  readonly #cluster: Cluster | null;
  readonly #lastUsed: TimeBuffer;
  readonly #heartbeats: TimeBuffer;
  /** Rows that `find` read, which save their calls a second read. */
  readonly #seen = new WeakMap<Snapshot, ReadResult>();
  /** The end of the newest call of each bot, or key, that is being called. */
  readonly #ends = new Map<string, Promise<unknown>>();

  /** `onEvents` is called after a commit with events. `cluster`: the bots are spread over it; `pool` is of its coordinator. */
  constructor(pool: Pool, onEvents = () => {}, cluster: Cluster | null = null) {
    this.#pool = pool;
    this.#cluster = cluster;
    this.#onEvents = onEvents;
    const isSpread = cluster !== null;
    const writeWith = (query: QueryConfig, shard?: Shard) => async (times: Times) => {
      const values = [times.map(([id]) => id), times.map(([, atMs]) => atMs)];
      await this.#runAlone({ ...query, values }, limit(), shard);
    };
    this.#lastUsed = timeBuffer('api_keys', writeWith(isSpread ? SPREAD_KEY_USES : WRITE_KEY_USES));
    this.#heartbeats = timeBuffer('bots', writeWith(isSpread ? SPREAD_HEARTBEATS : WRITE_HEARTBEATS, null));
  }

  async find(ref: AccountRef): Promise<Snapshot | null> {
    const startedAt = performance.now();
    const found = await this.#read(this.#runRead, ref, limit());
    if (found === null) return null;
    const nowMs = found.row.now_ms;
    const account = rollForward(withHeartbeat(found.account, this.#heartbeats), nowMs);
    const snapshot = { account, nowMs };
    const at = performance.now();
    this.#seen.set(snapshot, { ...found, at, tookMs: at - startedAt });
    return snapshot;
  }

  /** The calls of one bot run in turn: they change one row, and would hold all connections while they wait for its lock. */
  call: Store['call'] = async (ref, decide, snapshot) => {
    refuseInsideWrite();
    const seen = snapshot && this.#seen.get(snapshot);
    const until = limit(seen?.tookMs);
    const subject = seen?.row.id ?? ('botId' in ref ? ref.botId : ref.keyHash);
    const earlier = this.#ends.get(subject);
    const called =
      earlier === undefined
        ? this.#call(ref, decide, seen, until)
        : earlier.then(() => {
            // A write that the server may still do after its response is given up has an unknown outcome.
            if (until - performance.now() < QUERY_TIMEOUT_MS) throw tooLong();
            // The earlier call has changed the row.
            return this.#call(ref, decide, undefined, until);
          });
    const forget = () => {
      if (this.#ends.get(subject) === end) this.#ends.delete(subject);
    };
    const end = called.then(forget, forget);
    this.#ends.set(subject, end);
    return called;
  };

  async #call<Outcome>(
    ref: AccountRef,
    decide: Decide<Outcome>,
    found: ReadResult | undefined,
    until: number,
  ) {
    let seen = found;
    if (seen !== undefined && performance.now() - seen.at > CACHED_MAX_MS) seen = undefined;
    for (let tries = 0; tries < TRIES_WITHOUT_LOCK; tries++) {
      const found: Found | null = seen ?? (await this.#read(this.#runRead, ref, until));
      if (found === null) return null;
      const nowMs = found.row.now_ms + Math.floor(seen === undefined ? 0 : performance.now() - seen.at);
      const called = await this.#write(this.#runAlone, found, nowMs, decide, until);
      if (called !== null) return called;
      seen = undefined;
    }
    return this.#callLocked(ref, decide, until);
  }

  /** Decides on the row and writes; `null` if another call changed the row in between. */
  async #write<Outcome>(
    runWrite: Run,
    { row, account: stored }: Found,
    nowMs: number,
    decide: Decide<Outcome>,
    until: number,
  ) {
    const before = withHeartbeat(stored, this.#heartbeats);
    const decision = decide(before, nowMs, row.key_id === null ? FORM : (row.key_number ?? OTHER_KEYS));
    const { account, effects, outcome } = decision;
    if (account !== before || effects.length > 0) {
      const statement = writeStatement(decision, row.version, this.#cluster !== null);
      const written = await runWrite(statement, until, row.shard ?? null);
      if (written.rowCount === 0 || written.rows[0]?.written === 0) return null;
    }
    if (row.key_id !== null) this.#lastUsed.note([row.key_id, nowMs]);
    // On a locked row just before the commit, which is done when the job that is woken runs.
    if (effects.some(isEvent)) this.#onEvents();
    return { account, nowMs, outcome };
  }

  /** Locks the bot's row first and reads the clock after that. */
  async #callLocked<Outcome>(ref: AccountRef, decide: Decide<Outcome>, until: number) {
    const client = await this.#connect(until, null);
    const runHere: Run = (query, until) => run(client, query, until);
    let isReusable = false;
    try {
      const found = await this.#read(runHere, ref, until);
      if (found === null) {
        isReusable = true;
        return null;
      }
      await runHere({ name: 'begin', text: 'BEGIN' }, until);
      await runHere({ ...LOCK, values: [found.row.id] }, until);
      const locked = await this.#read(runHere, ref, until);
      const called = locked && (await this.#write(runHere, locked, locked.row.now_ms, decide, until));
      await this.#runCommit(client, { name: 'commit', text: 'COMMIT' }, until);
      isReusable = true;
      return called;
    } finally {
      client.release(!isReusable);
    }
  }

  /** Reads the row of a bot or of a live key's bot. */
  async #read(runQuery: Run, ref: AccountRef, until: number): Promise<Found | null> {
    const row = await this.#readRow(runQuery, ref, until);
    if (row === undefined) return null;
    const life = { expiresAtMs: row.expires_at_ms, revokedAtMs: row.revoked_at_ms };
    return isKeyLive(life, row.now_ms) ? { row, account: toAccount(row) } : null;
  }

  async #readRow(runQuery: Run, ref: AccountRef, until: number): Promise<ReadRow | undefined> {
    const readBot = async (botId: string, shard: Shard = null) =>
      (await runQuery({ ...READ_BY_BOT, values: [botId] }, until, shard)).rows[0] as ReadRow | undefined;
    if ('botId' in ref) return readBot(ref.botId);
    const { keyHash } = ref;
    if (this.#cluster === null) return (await runQuery({ ...READ_BY_KEY, values: [keyHash] }, until)).rows[0];
    const known = this.#cluster.knownKey(keyHash);
    if (known !== undefined) {
      const row = await readBot(known.bot_id, known.shard);
      // The keys of a deleted bot are not those of one that was registered with its id later.
      const isOfBot = row !== undefined && row.registered_at_ms <= known.created_at_ms;
      return isOfBot ? { ...row, ...known } : undefined;
    }
    const { rows } = await runQuery({ ...READ_KEY, values: [keyHash] }, until);
    const key = rows[0] as (KnownKey & Pick<ReadRow, 'revoked_at_ms'>) | undefined;
    // A key of a bot stays that bot's.
    const row = key && (await readBot(key.bot_id, key.shard));
    if (key === undefined || row === undefined) return undefined;
    const { revoked_at_ms, ...kept } = key;
    if (revoked_at_ms === null) this.#cluster.keepKey(keyHash, kept);
    return { ...row, ...key };
  }

  /** Runs a statement as a transaction of its own. */
  #runAlone: Run = (query, until, shard) => this.#onClient(this.#runCommit, query, until, shard);
  /** Runs a statement that writes nothing. */
  #runRead: Run = (query, until, shard) => this.#onClient(run, query, until, shard);

  /** Runs a statement that ends a transaction. */
  #runCommit = async (client: PoolClient, query: QueryConfig, until: number): Promise<QueryResult> => {
    const result = await run(client, query, until, this.#cluster === null ? 'on one server' : 'on a cluster');
    if (isStandbyMissing(client)) throw notReplicated();
    return result;
  };

  async #onClient(runOn: typeof run, query: QueryConfig, until: number, shard?: Shard): Promise<QueryResult> {
    const client = await this.#connect(until, shard);
    let isReusable = false;
    try {
      const result = await runOn(client, query, until);
      isReusable = true;
      return result;
    } finally {
      client.release(!isReusable);
    }
  }

  /** Gets a connection. If that fails, nothing has been sent yet. */
  async #connect(until: number, shard?: Shard): Promise<PoolClient> {
    if (performance.now() >= until) throw tooLong();
    const isOfBots = this.#cluster !== null && shard !== undefined;
    const connected = isOfBots ? this.#cluster.connect(shard) : this.#pool.connect();
    const client = await connected.catch((error) => {
      throw toStorageError(error);
    });
    if (performance.now() < until) return client;
    // The connection is in order, and others wait for it.
    client.release();
    throw tooLong();
  }

  noteUse(snapshot: Snapshot, isHeartbeat: boolean): void {
    const { account, nowMs } = snapshot;
    if (isHeartbeat) this.#heartbeats.note([account.botId, nowMs]);
    const keyId = this.#seen.get(snapshot)?.row.key_id ?? null;
    if (keyId !== null) this.#lastUsed.note([keyId, nowMs]);
  }

  async probe(): Promise<void> {
    await this.#runAlone(PROBE, limit());
  }

  async close(): Promise<void> {
    await Promise.all([this.#lastUsed.close(), this.#heartbeats.close()]);
    await this.#cluster?.close();
  }
}

/** The deadline for the last statement of a request that has taken `spentMs` so far. */
const limit = (spentMs = 0): number => performance.now() + REQUEST_TIMEOUT_MS - spentMs;

const tooLong = () => new StorageUnavailable('PostgreSQL takes too long.');

async function run(
  client: PoolClient,
  query: QueryConfig,
  until: number,
  commit: Commit = 'none',
): Promise<QueryResult> {
  const leftMs = Math.ceil(until - performance.now());
  if (leftMs <= 0) throw tooLong();
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    const end = () => reject(new Error('PostgreSQL has not answered in time.'));
    // Timers run before sockets are read: after a busy time the server's own refusal, which says that nothing was stored, may
    // have arrived. It is read first.
    timer = setTimeout(() => setImmediate(end), Math.min(leftMs, QUERY_TIMEOUT_MS));
  });
  try {
    // The types of pg lack the time limit of a single query. Its own would fire before that refusal is read.
    const limited = { ...query, query_timeout: 2 * REQUEST_TIMEOUT_MS };
    return await Promise.race([client.query(limited), passed]);
  } catch (error) {
    throw toStorageError(error, commit);
  } finally {
    clearTimeout(timer);
  }
}
