import { HELD_MAX } from '@/lib/domain/hold';
import type { ReportHolds } from '@/lib/ports/report-holds';

/** After the announcement of a stop, reports are held only as long as they end within this time. */
const STOP_MS = 6_000;

type Options = {
  /** REPORT_HOLD_MS. */
  readonly maxMs: number;
  readonly wait: ReportHolds['wait'];
  /** A monotonic clock, ms. */
  readonly monotonicMs: () => number;
  readonly places?: number;
};

/** The places of held reports on this instance: one for a bot, `places` together. */
export function createReportHolds({ maxMs, wait, monotonicMs, places = HELD_MAX }: Options) {
  const held = new Set<string>();
  let endMs = Number.POSITIVE_INFINITY;
  const isFree = (botId: string) => held.size < places && !held.has(botId);
  return {
    wait,
    maxMs: (botId: string) => (isFree(botId) ? Math.max(0, Math.min(maxMs, endMs - monotonicMs())) : 0),
    take(botId: string) {
      if (!isFree(botId)) return null;
      held.add(botId);
      return () => void held.delete(botId);
    },
    /** The number of reports that are held now. */
    count: () => held.size,
    /** From now on, only reports are held that end before the requests of a stopping server are aborted. */
    announceStop: () => {
      endMs = monotonicMs() + STOP_MS;
    },
  } satisfies ReportHolds & Record<string, unknown>;
}
