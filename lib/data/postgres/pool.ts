import pg from 'pg';
import { parsePostgresAddress } from './address';
import { requireSession, sessionOptions } from './session';
import { tlsSettings } from './tls';

const CONNECT_TIMEOUT_MS = 1_500;
export const QUERY_TIMEOUT_MS = 2_000;
/**
 * Time for all statements of a request. With the wait for a connection it stays below the 5 s within which every call
 * gets a response.
 */
export const REQUEST_TIMEOUT_MS = 3_300;
const INT8 = 20;

/** `onError` is called with connection errors that occur outside a query. */
export type PoolOptions = {
  readonly url: string;
  readonly max: number;
  readonly onError: (error: Error) => void;
  /** 0 for no timeout, as for copying a database. */
  readonly queryTimeoutMs?: number;
  /** The `application_name` of the connections. */
  readonly name?: string;
  /** Further settings of each session, as `name=value`. */
  readonly settings?: readonly string[];
  /** Called once if the server allows fewer connections than `max`, with how many there are. */
  readonly onLimit?: (connections: number) => void;
};

/** The application name of a server's connections: a restore uses it to detect a running server. */
export const SERVING = 'botmeter';

/** A connection pool with a bounded size and wait. Reads bigint as numbers (all are far below 2^53). */
export function openPool(options: PoolOptions): pg.Pool {
  const { max, onError, onLimit = () => {}, queryTimeoutMs = QUERY_TIMEOUT_MS, name = SERVING } = options;
  const parsed = parsePostgresAddress(options.url);
  if (!parsed.ok) throw new Error(`The address of the PostgreSQL database ${parsed.fault}.`);
  const { tls, options: ofOperator, ...address } = parsed.address;
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
  };
  const settings: pg.PoolConfig & OnConnect = {
    ...address,
    ...tlsSettings(tls),
    max,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    application_name: name,
    options: sessionOptions(ofOperator, queryTimeoutMs, ...(options.settings ?? [])),
    onConnect: requireSession,
  };
  const pool = new LimitedPool(settings, onLimit);
  pool.on('error', onError);
  pool.on('connect', (client) => {
    // A lost connection fails its statement; without a listener the event would end the process.
    client.on('error', () => {});
    client.on('notice', ({ routine }) => {
      if (routine === STANDBY_WAIT) withoutStandby.add(client);
    });
  });
  return pool;
}

/** Not in the types of pg: what is done with a new connection before anyone gets it. */
type OnConnect = { readonly onConnect: (client: pg.ClientBase) => Promise<void> };

/** The server function that waits for a standby. If it is cancelled, the commit succeeds with a warning. */
const STANDBY_WAIT = 'SyncRepWaitForLSN';
const withoutStandby = new WeakSet<object>();

/** Whether a commit on this connection succeeded without its standby since the last check. */
export const isStandbyMissing = (client: object): boolean => withoutStandby.delete(client);

/** SQLSTATE too_many_connections: of the role, the database or the server. */
const TOO_MANY = '53300';
/** How long the server is not asked for further connections after it refused one. */
const TRY_AGAIN_MS = 30_000;
const NEVER = Number.NEGATIVE_INFINITY;

/**
 * A pool that makes do with the connections that the server allows: where it refuses a further one, a caller waits for one
 * that is open, as with a full pool.
 */
class LimitedPool extends pg.Pool {
  readonly #max = this.options.max;
  readonly #onLimit: (connections: number) => void;
  #limitedAt = NEVER;

  /** `onLimit` is called once, with how many connections there are. */
  constructor(options: pg.PoolConfig, onLimit: (connections: number) => void) {
    super(options);
    this.#onLimit = onLimit;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connected = this.#connect();
    if (callback === undefined) return connected;
    connected.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error) => callback(error, undefined, () => {}),
    );
  }

  #connect(): Promise<pg.PoolClient> {
    const isLimited = this.options.max < this.#max;
    if (isLimited && performance.now() - this.#limitedAt > TRY_AGAIN_MS) this.options.max = this.#max;
    return super.connect().catch((error) => {
      const open = this.totalCount;
      if (!(error instanceof pg.DatabaseError) || error.code !== TOO_MANY || open === 0) throw error;
      if (this.#limitedAt === NEVER) this.#onLimit(open);
      this.#limitedAt = performance.now();
      this.options.max = open;
      return this.#connect();
    });
  }
}

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** Pool options of CLI commands: distinguishable from a server's connections, without a query timeout. */
export const COMMAND = { max: 2, onError: () => {}, queryTimeoutMs: 0, name: 'botmeter command' } as const;
