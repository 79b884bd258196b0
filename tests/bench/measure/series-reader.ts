import { type Range, seriesWindow } from '@/lib/domain/history/history';
import { openStorage } from './open-storage';

export type SeriesReader = {
  /** Reads what a Business bot's page draws for a range; resolves to the number of its points. */
  readonly read: (botId: string, range: Range) => Promise<number>;
  readonly close: () => Promise<void>;
};

/** Opens a database as a server does. Bundled, because it is the product's own code. */
export async function openSeriesReader(databaseUrl: string): Promise<SeriesReader> {
  const storage = await openStorage(databaseUrl);
  return {
    read: (botId, range) =>
      storage.directory.read(async ({ history }, nowMs) => {
        const window = seriesWindow(range, 'business', nowMs);
        return (await history.series({ botId, ...window, untilMs: nowMs + 1 })).length;
      }),
    close: () => storage.close(),
  };
}
