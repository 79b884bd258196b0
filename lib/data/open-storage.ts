import { HISTORY_READS, PAGES_HISTORY_READS } from '@/lib/ports/fair-reads';
import type { Directory, Figure, Store } from '@/lib/ports/ports';
import { Cluster } from './postgres/cluster';
import { PostgresDirectory } from './postgres/directory';
import { openPostgres } from './postgres/open';
import { openPool } from './postgres/pool';
import { isSpread, requireSafeNodes } from './postgres/spread';
import { PostgresStore } from './postgres/store';
import { Checkpoints } from './sqlite/checkpoints';
import { SqliteDirectory } from './sqlite/directory';
import { FileWatch, type Loss } from './sqlite/file-watch';
import { connect, openSqlite } from './sqlite/open';
import { ReadWorker } from './sqlite/read-worker';
import { requireServedFile } from './sqlite/service-marker';
import { SqliteStore } from './sqlite/store';
import { WriteLock } from './sqlite/write-lock';

export type Storage = {
  readonly store: Store;
  readonly directory: Directory;
  /** Nothing is written to the embedded database any more, because its files are gone. */
  readonly refuseWrites: () => void;
  readonly close: () => Promise<void>;
};

export type StorageOptions = {
  readonly nowMs: () => number;
  /** For the second process of a service: the first has migrated the database, watches its files and makes its checkpoints. */
  readonly isForPages?: boolean;
  /** Connections to PostgreSQL. */
  readonly poolMax: number;
  /** Runs the first step, which needs the database; `waitMaxMs` is how long a try may block for a held file. */
  readonly open: <R>(step: (waitMaxMs?: number) => R | Promise<R>) => R | Promise<R>;
  readonly onConnectionLost: (error: Error) => void;
  /** PostgreSQL allows fewer connections than `poolMax`; called once. */
  readonly onConnectionLimit?: (connections: number) => void;
  /** For a service: called when the files of the embedded database were removed, moved or replaced. */
  readonly onFilesLost?: (loss: Loss) => void;
  /** The WAL of the embedded database could not be copied into its file. */
  readonly onCheckpointError: (error: unknown) => void;
  /** Absent without metrics. */
  readonly watch?: (figure: Figure) => void;
  readonly committed?: (calls: number, durationMs: number) => void;
  /** Called when events were stored. */
  readonly onEvents?: () => void;
};

/** Opens an embedded database and migrates it. */
export async function openSqliteStorage(file: string, options: StorageOptions): Promise<Storage> {
  const { nowMs, isForPages, open, watch, committed, onCheckpointError, onEvents, onFilesLost } = options;
  // Would create a file that is gone, or open another one than the service has.
  if (isForPages) requireServedFile(file);
  const database = isForPages ? connect(file) : await open((waitMaxMs) => openSqlite(file, waitMaxMs));
  const second = connect(file);
  const lock = new WriteLock();
  const worker = new ReadWorker(file);
  const checkpoints = new Checkpoints([database, second], lock, worker, onCheckpointError);
  const noteCommit = (calls?: number) => {
    if (!isForPages) checkpoints.noteCommit(calls);
  };
  const onCommit = (calls: number, durationMs: number) => {
    noteCommit(calls);
    committed?.(calls, durationMs);
  };
  const onLost = (loss: Loss) => {
    // It opens the path, which leads to other files now.
    void checkpoints.close();
    onFilesLost?.(loss);
  };
  const files = new FileWatch({ database, lock, nowMs, onLost });
  const store = new SqliteStore(database, lock, nowMs, onCommit, onEvents, files.requireInPlace);
  if (onFilesLost !== undefined) files.start();
  watch?.({
    name: 'botmeter_commit_queue_length',
    help: 'Calls that wait for their transaction.',
    read: () => store.queueLength,
  });
  const directory = new SqliteDirectory(
    second,
    database,
    lock,
    nowMs,
    onEvents,
    worker,
    noteCommit,
    files.requireInPlace,
    isForPages ? PAGES_HISTORY_READS : HISTORY_READS.sqlite,
  );
  return { ...closable(store, directory, checkpoints, files), refuseWrites: files.refuseWrites };
}

/** Connects to a PostgreSQL database and migrates it. */
export async function openPostgresStorage(url: string, options: StorageOptions): Promise<Storage> {
  const { poolMax: max, open, onConnectionLost: onError, onConnectionLimit: onLimit } = options;
  const { watch, onEvents } = options;
  const pool = await open(() => openPostgres({ url, max, onError, ...(onLimit && { onLimit }) }));
  watch?.({
    name: 'botmeter_postgres_connections',
    help: 'Connections of this process to PostgreSQL, and calls that wait for one.',
    label: 'state',
    read: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  });
  const historyReads = options.isForPages ? PAGES_HISTORY_READS : HISTORY_READS.postgres;
  // With the same settings: metered calls never wait for a connection that reads a history.
  const reads = openPool({ url, max: historyReads, onError });
  const cluster = (await isSpread(pool))
    ? new Cluster({
        coordinator: pool,
        open: (server) => openPool({ url, max, onError, server }),
        onError,
      })
    : null;
  if (cluster !== null) {
    await requireSafeNodes(pool, false);
    await cluster.start();
  }
  const store = new PostgresStore(pool, onEvents, cluster);
  return closable(store, new PostgresDirectory(pool, onEvents, reads, cluster !== null));
}

const closable = (
  store: Store & Closable,
  directory: Directory & Closable,
  ...first: readonly Closable[]
): Storage => ({
  store,
  directory,
  refuseWrites: () => {},
  async close() {
    for (const one of first) await one.close();
    await store.close();
    await directory.close();
  },
});

type Closable = { close(): Promise<void> };
