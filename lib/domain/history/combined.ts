import { HOUR_MS } from '../quota/plan';
import type { Counts } from './summary';

/** A report of one of several bots. */
export type BotReport = Counts & { readonly botId: string; readonly atMs: number };

/** The counts of several bots at one moment, added up. */
export type CombinedPoint = Counts & { readonly atMs: number };

/** A moment every six hours, and now. */
export const COMBINED_BUCKET_MS = 6 * HOUR_MS;

/**
 * The counts of several bots at the end of each bucket and at `nowMs`, oldest first: a bot counts with its last report
 * until then. `reports`, in any order: of each bot the last of each bucket from `fromMs` on, or an older one if that is its last.
 * Without the moments before the first report.
 */
export function combine(reports: readonly BotReport[], fromMs: number, nowMs: number): CombinedPoint[] {
  const inOrder = reports.toSorted((a, b) => a.atMs - b.atMs);
  const latest = new Map<string, BotReport>();
  const points: CombinedPoint[] = [];
  let [next, serverCount, userCount] = [0, 0, 0];
  const firstEndMs = (Math.floor(fromMs / COMBINED_BUCKET_MS) + 1) * COMBINED_BUCKET_MS;
  for (let endMs = firstEndMs; endMs < nowMs + COMBINED_BUCKET_MS; endMs += COMBINED_BUCKET_MS) {
    const atMs = Math.min(endMs, nowMs);
    for (let report = inOrder[next]; report !== undefined && report.atMs <= atMs; report = inOrder[++next]) {
      const before = latest.get(report.botId);
      serverCount += report.serverCount - (before?.serverCount ?? 0);
      userCount += report.userCount - (before?.userCount ?? 0);
      latest.set(report.botId, report);
    }
    if (latest.size > 0) points.push({ atMs, serverCount, userCount });
  }
  return points;
}
