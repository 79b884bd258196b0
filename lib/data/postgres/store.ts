import type { Pool, PoolClient } from 'pg';
import { type Account, settle } from '@/lib/domain/account';
import { isKeyLive } from '@/lib/domain/api-key';
import type { Decision } from '@/lib/domain/decide';
import { keptFromMs } from '@/lib/domain/history';
import { type Snapshot, StorageUnavailable, type Store, type Subject } from '@/lib/services/ports';
import { retentionOf, toAccount } from '../account-row';
import { KeyUses } from '../key-uses';
import { asFault } from './faults';
import { QUERY_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from './pool';
import { LOCK, PROBE, READ_BY_BOT, READ_BY_KEY, type ReadRow, WRITE_KEY_USES, writeOf } from './statements';

/** After so many tries without a lock, a contended bot's calls wait in line. */
const TRIES_WITHOUT_LOCK = 2;
/** A body can take its time to arrive; after so long a row is read anew, as its key may be revoked by then. */
const SEEN_MAX_MS = 500;

type Query = { name: string; text: string; values?: unknown[] };
type Runner = Pick<PoolClient, 'query'>;

/** A row, when it was read, by this process's steady clock, and how long that took. */
type Seen = { readonly row: ReadRow; readonly at: number; readonly tookMs: number };

/**
 * The store on PostgreSQL. A call is a read and one conditional write, two round trips: the write finds the row as it
 * was read, or changes nothing and the call decides anew. The database's clock is the clock.
 */
export class PostgresStore implements Store {
  readonly #pool: Pool;
  readonly #keyUses: KeyUses;
  /** What `find` read for a call under way: saves that call a second read. */
  readonly #seen = new WeakMap<Snapshot, Seen>();

  constructor(pool: Pool) {
    this.#pool = pool;
    this.#keyUses = new KeyUses(async (uses) => {
      const values = [uses.map(([keyId]) => keyId), uses.map(([, atMs]) => atMs)];
      await run(this.#pool, { ...WRITE_KEY_USES, values }, limit());
    });
  }

  async find(subject: Subject): Promise<Snapshot | null> {
    const startedAt = performance.now();
    const row = await read(this.#pool, subject, limit());
    if (row === null) return null;
    const snapshot = { account: settle(toAccount(row), row.now_ms), nowMs: row.now_ms };
    const at = performance.now();
    this.#seen.set(snapshot, { row, at, tookMs: at - startedAt });
    return snapshot;
  }

  call: Store['call'] = async (subject, decide, snapshot) => {
    let seen = snapshot && this.#seen.get(snapshot);
    const until = limit(seen?.tookMs);
    if (seen !== undefined && performance.now() - seen.at > SEEN_MAX_MS) seen = undefined;
    for (let tries = 0; tries < TRIES_WITHOUT_LOCK; tries++) {
      const row = seen?.row ?? (await read(this.#pool, subject, until));
      if (row === null) return null;
      const nowMs = row.now_ms + Math.floor(seen === undefined ? 0 : performance.now() - seen.at);
      const called = await this.#write(this.#pool, row, nowMs, decide, until);
      if (called !== null) return called;
      seen = undefined;
    }
    return this.#callLocked(subject, decide, until);
  };

  /** Decides on a row as read and writes; `null` when another call came between. */
  async #write<Outcome>(
    runner: Runner,
    row: ReadRow,
    nowMs: number,
    decide: (account: Account, nowMs: number) => Decision<Outcome>,
    until: number,
  ) {
    const before = toAccount(row);
    const decision = decide(before, nowMs);
    const { account, outcome } = decision;
    if (account !== before) {
      const write = writeOf(decision, row.version, keptFromMs(retentionOf(row), nowMs));
      const written = await run(runner, write, until);
      if (written.rowCount === 0) return null;
    }
    if (row.key_id !== null) this.#keyUses.note(row.key_id, nowMs);
    return { account, nowMs, outcome };
  }

  /** With the bot's row locked first, and the clock read after that. */
  async #callLocked<Outcome>(
    subject: Subject,
    decide: (account: Account, nowMs: number) => Decision<Outcome>,
    until: number,
  ) {
    const client = await this.#pool.connect().catch((error) => {
      throw asFault(error);
    });
    let isSound = false;
    try {
      const found = await read(client, subject, until);
      if (found === null) {
        isSound = true;
        return null;
      }
      await run(client, { name: 'begin', text: 'BEGIN' }, until);
      await run(client, { ...LOCK, values: [found.id] }, until);
      const row = await read(client, subject, until);
      const called = row && (await this.#write(client, row, row.now_ms, decide, until));
      await run(client, { name: 'commit', text: 'COMMIT' }, until);
      isSound = true;
      return called;
    } finally {
      client.release(!isSound);
    }
  }

  async probe(): Promise<void> {
    await run(this.#pool, PROBE, limit());
  }

  async close(): Promise<void> {
    await this.#keyUses.close();
  }
}

/** When the last statement of a request must be done that has taken `spentMs` so far. */
const limit = (spentMs = 0): number => performance.now() + REQUEST_TIMEOUT_MS - spentMs;

async function run(runner: Runner, query: Query, until: number) {
  const leftMs = Math.ceil(until - performance.now());
  if (leftMs <= 0) throw new StorageUnavailable('PostgreSQL takes too long.');
  try {
    return await runner.query({ ...query, query_timeout: Math.min(leftMs, QUERY_TIMEOUT_MS) } as Query);
  } catch (error) {
    throw asFault(error);
  }
}

/** The row of a bot or of a live key's bot. */
async function read(runner: Runner, subject: Subject, until: number): Promise<ReadRow | null> {
  const query =
    'botId' in subject
      ? { ...READ_BY_BOT, values: [subject.botId] }
      : { ...READ_BY_KEY, values: [subject.keyHash] };
  const row = (await run(runner, query, until)).rows[0] as ReadRow | undefined;
  if (row === undefined) return null;
  const life = { expiresAtMs: row.expires_at_ms, revokedAtMs: row.revoked_at_ms };
  return isKeyLive(life, row.now_ms) ? row : null;
}
