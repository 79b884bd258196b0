import { readStopped } from '@/lib/ports/fair-reads';
import type { History } from '@/lib/ports/history';

/** A history whose reads begin no further statement once `signal` is aborted. */
export function stoppable(history: History, signal: AbortSignal): History {
  const checked =
    <Query, Found>(read: (query: Query) => Promise<Found>) =>
    async (query: Query) => {
      if (signal.aborted) throw readStopped();
      return read(query);
    };
  const { series, gaps, valuesAt, lastReports, page } = history;
  return {
    ...history,
    series: checked(series),
    gaps: checked(gaps),
    valuesAt: checked(valuesAt),
    lastReports: checked(lastReports),
    page: checked(page),
  };
}
