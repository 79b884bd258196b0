import type { StoredPoint } from '@/lib/domain/stored-point';

/** Points of one response. */
export const HISTORY_POINTS = { max: 5_000, default: 100 } as const;

/** A page of a bot's stored history, for the table and the CSV file; read over BOT_HISTORY_PATH. */
export type HistoryPage = {
  readonly points: readonly StoredPoint[];
  /** The value of the parameter `after` for the next page; `null` at the end. */
  readonly next: string | null;
};
