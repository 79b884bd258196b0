import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import { keptAuthSecret } from './auth/auth-secret';
import { passwords } from './auth/passwords';
import { secrets } from './auth/secrets';
import { SqliteDirectory } from './data/sqlite/directory';
import { connect, openSqlite } from './data/sqlite/open';
import { SqliteStore } from './data/sqlite/store';
import { WriteLock } from './data/sqlite/write-lock';
import { type Env, parseEnv } from './env';
import { type Api, createApi } from './http/api';
import type { Ports } from './services/ports';

/** The one place where technologies are chosen and joined, and the only real clock. */
export type Container = {
  readonly env: Env;
  readonly log: Logger;
  readonly ports: Ports;
  readonly api: Api;
  /** Signs the session cookies. */
  readonly authSecret: string;
  /** Writes what is pending and closes the database. */
  readonly close: () => Promise<void>;
};

/** Opens the database (creating and migrating it) and joins everything. Throws one-line errors for the operator. */
export function createContainer(env: Env, options: { Response?: typeof Response } = {}): Container {
  const log = pino({ level: env.logLevel, base: null, timestamp: stdTimeFunctions.isoTime });
  const file = resolve(env.database.file);
  const database = openSqlite(file);
  const lock = new WriteLock();
  const store = new SqliteStore(database, lock, Date.now);
  const directory = new SqliteDirectory(connect(file), lock, Date.now);
  const ports: Ports = { store, directory, passwords, secrets };
  const api = createApi({
    ...options,
    store,
    hashKey: secrets.hash,
    newRequestId: randomUUID,
    onError: (error, requestId) => log.error({ err: error, requestId }, 'a call failed'),
  });
  return {
    env,
    log,
    authSecret: env.authSecret ?? keptAuthSecret(join(dirname(file), 'auth-secret')),
    ports,
    api,
    close: async () => {
      await store.close();
      await directory.close();
    },
  };
}

/** The environment, or an error that lists its faults, one a line. */
export function readEnv(): Env {
  const parsed = parseEnv(process.env);
  if (parsed.ok) return parsed.env;
  throw new Error(parsed.faults.join('\n'));
}

const SHARED = Symbol.for('botmeter.container');
type Shared = { [SHARED]?: Container };

/** The front door's container becomes the one that Next's side uses too: one store per process. */
export function shareContainer(container: Container): void {
  (globalThis as Shared)[SHARED] = container;
}

/** This process's container, made on first use where Next itself is the server. */
export function container(): Container {
  const shared = globalThis as Shared;
  shared[SHARED] ??= createContainer(readEnv());
  return shared[SHARED];
}

/** Whether a front door runs in this process. */
export const hasSharedContainer = (): boolean => SHARED in globalThis;
