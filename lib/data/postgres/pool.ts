import pg from 'pg';
import { parsePostgresAddress, type ServerAddress } from './address';
import { cancelStatement } from './cancel';
import { ReadOnlyServer, requireSession, sessionOptions } from './session';
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
  /** In place of the servers of the URL. */
  readonly server?: ServerAddress;
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
  const { tls, options: ofOperator, servers, requiresBinding, ...address } = parsed.address;
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
    enableChannelBinding: requiresBinding,
    onConnect: async (client) => {
      if (requiresBinding) requireBinding(client);
      await requireSession(client);
    },
  };
  const pool = new FailoverPool(settings, options.server === undefined ? servers : [options.server], onLimit);
  pool.on('error', onError);
  // Whoever ran a statement has given up on it. The server would go on: a commit that waits for a standby keeps its session.
  pool.on('release', (error, client) => {
    if (error) cancelStatement(client, settings);
  });
  pool.on('connect', (client) => {
    // A lost connection fails its statement; without a listener the event would end the process.
    client.on('error', () => {});
    client.on('notice', ({ routine, severity }) => {
      // Of a worker's warning, the coordinator of a cluster passes on the text alone.
      const isOfWorker = routine === CITUS_NOTICE && severity === 'WARNING';
      if (routine === STANDBY_WAIT || isOfWorker) withoutStandby.add(client);
    });
  });
  return pool;
}

/** Not in the types of pg: what is done with a new connection before anyone gets it. */
type OnConnect = {
  readonly onConnect: (client: pg.ClientBase) => Promise<void>;
  readonly enableChannelBinding: boolean;
};

/** Refuses a connection whose sign-in was not bound to its TLS: something in between may have decrypted it. */
function requireBinding(client: pg.ClientBase): void {
  if (!boundClients.has(client))
    throw new Error(
      'The server offered no channel binding, which DATABASE_URL requires (channel_binding=require).',
    );
}
const boundClients = new WeakSet<object>();

/** Notes whether the server offered to bind the sign-in to the TLS connection, which the driver does then. */
class BindingClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter };
    connection.prependListener('authenticationSASL', ({ mechanisms }: { mechanisms: string[] }) => {
      if (mechanisms.includes('SCRAM-SHA-256-PLUS')) boundClients.add(this);
    });
  }
}

/** The server function that waits for a standby. If it is cancelled, the commit succeeds with a warning. */
const STANDBY_WAIT = 'SyncRepWaitForLSN';
const CITUS_NOTICE = 'DefaultCitusNoticeReceiver';
const withoutStandby = new WeakSet<object>();

/** Whether a commit on this connection succeeded without its standby since the last check. */
export const isStandbyMissing = (client: object): boolean => withoutStandby.delete(client);

/** SQLSTATE too_many_connections: of the role, the database or the server. */
export const TOO_MANY = '53300';
/** How long the server is not asked for further connections after it refused one. */
const TRY_AGAIN_MS = 30_000;
const NEVER = Number.NEGATIVE_INFINITY;
/** What a pooler answers to a start-up parameter that it does not pass on: PgBouncer in a protocol violation. */
const UNSUPPORTED = /unsupported startup parameter/i;

/**
 * A pool that makes do with what it finds: of several servers it uses the one that accepts writes, and goes on to the next
 * when one cannot be reached or is a standby; where the server refuses a further connection, a caller waits for one that is
 * open, as with a full pool; a pooler that refuses the settings of a session is asked for one without (see requireSession).
 */
class FailoverPool extends pg.Pool {
  readonly #max = this.options.max;
  readonly #servers: readonly ServerAddress[];
  readonly #onLimit: (connections: number) => void;
  #limitedAt = NEVER;
  /** The server for the next connection: where the last one that could be used was found. */
  #at = 0;

  /** `onLimit` is called once, with how many connections there are. */
  constructor(
    options: pg.PoolConfig,
    servers: readonly ServerAddress[],
    onLimit: (connections: number) => void,
  ) {
    super({ ...options, ...servers[0], Client: BindingClient as typeof pg.Client } as pg.PoolConfig);
    this.#servers = servers;
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

  async #connect(): Promise<pg.PoolClient> {
    const isLimited = this.options.max < this.#max;
    if (isLimited && performance.now() - this.#limitedAt > TRY_AGAIN_MS) this.options.max = this.#max;
    for (let tries = 1; ; tries++) {
      const at = this.#at;
      const { options } = this.options;
      try {
        return await super.connect();
      } catch (error) {
        if (this.#isOfSettings(error, options) || this.#isOfLimit(error)) return this.#connect();
        if (!isOfServer(error) || tries >= this.#servers.length) throw error;
        // Several callers may find the same server of no use.
        if (this.#at === at) this.#moveTo((at + 1) % this.#servers.length);
      }
    }
  }

  #moveTo(at: number): void {
    this.#at = at;
    // The pool makes each connection with its options.
    Object.assign(this.options, this.#servers[at]);
  }

  #isOfLimit(error: unknown): boolean {
    const open = this.totalCount;
    if (!(error instanceof pg.DatabaseError) || error.code !== TOO_MANY || open === 0) return false;
    if (this.#limitedAt === NEVER) this.#onLimit(open);
    this.#limitedAt = performance.now();
    this.options.max = open;
    return true;
  }

  /** `sent`: the settings that this caller asked for. Another that was refused may have removed them from the options since. */
  #isOfSettings(error: unknown, sent: string | undefined): boolean {
    if (sent === undefined || !(error instanceof Error) || !UNSUPPORTED.test(error.message)) return false;
    this.options.options = undefined;
    return true;
  }
}

/** Whether another server may do better: after any fault but a response of the server that another gives too, as to a wrong password. */
const isOfServer = (error: unknown): boolean =>
  error instanceof ReadOnlyServer ||
  !(error instanceof pg.DatabaseError) ||
  /^(08|57P)/.test(error.code ?? '');

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** Pool options of CLI commands: distinguishable from a server's connections, without a query timeout. */
export const COMMAND = { max: 2, onError: () => {}, queryTimeoutMs: 0, name: 'botmeter command' } as const;
