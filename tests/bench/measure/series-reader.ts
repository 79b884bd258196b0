import { openPostgresStorage, openSqliteStorage } from '@/lib/data/open-storage';
import { type Range, seriesWindow } from '@/lib/domain/history';

export type SeriesReader = {
  /** Reads what a Business bot's page draws for a range; resolves to the number of its points. */
  readonly read: (botId: string, range: Range) => Promise<number>;
  readonly close: () => Promise<void>;
};

/** Opens a database as a server does. Bundled, because it is the product's own code. */
export async function openSeriesReader(databaseUrl: string): Promise<SeriesReader> {
  const options = {
    nowMs: Date.now,
    poolMax: 10,
    open: <R>(step: () => R) => step(),
    onConnectionLost: () => {},
    onCheckpointError: () => {},
  };
  const storage = databaseUrl.startsWith('file:')
    ? await openSqliteStorage(databaseUrl.slice('file:'.length), options)
    : await openPostgresStorage(databaseUrl, options);
  return {
    read: (botId, range) =>
      storage.directory.read(async ({ history }, nowMs) => {
        const window = seriesWindow(range, 'business', nowMs);
        return (await history.series({ botId, ...window, untilMs: nowMs + 1 })).length;
      }),
    close: () => storage.close(),
  };
}
