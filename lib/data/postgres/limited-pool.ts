import pg from 'pg';

/** SQLSTATE too_many_connections: of the role, the database or the server. */
const TOO_MANY = '53300';
/** How long the server is not asked for further connections after it refused one. */
const TRY_AGAIN_MS = 30_000;
const NEVER = Number.NEGATIVE_INFINITY;

/**
 * A pool that makes do with the connections that the server allows: where it refuses a further one, a caller waits for one
 * that is open, as with a full pool.
 */
export class LimitedPool extends pg.Pool {
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
