import { openPostgresStorage, openSqliteStorage } from '@/lib/data/open-storage';

/** Opens a database as a server does. */
export function openStorage(databaseUrl: string) {
  const options = {
    nowMs: Date.now,
    poolMax: 10,
    open: <R>(step: () => R) => step(),
    onConnectionLost: () => {},
    onCheckpointError: () => {},
  };
  return databaseUrl.startsWith('file:')
    ? openSqliteStorage(databaseUrl.slice('file:'.length), options)
    : openPostgresStorage(databaseUrl, options);
}
