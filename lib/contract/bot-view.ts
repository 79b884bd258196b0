import type { Range } from '@/lib/domain/history';
import type { Report } from '@/lib/domain/report';
import type { ReportAvailability } from '@/lib/domain/report-availability';
import type { UsageRecord } from '@/lib/domain/usage-record';

/**
 * The data of a bot's page: rendered as HTML first, then refreshed over the endpoint BOT_VIEW_PATH. Times in
 * milliseconds.
 */
export type BotView = {
  /** The time of the read by the authoritative clock. */
  readonly nowMs: number;
  readonly isDisabled: boolean;
  readonly usage: UsageRecord;
  readonly lastReport: (Report & { readonly atMs: number }) | null;
  readonly resetAtMs: number;
  /** The next allowed report by the interval alone. */
  readonly nextAllowedAtMs: number;
  readonly availability: ReportAvailability;
  readonly range: Range;
  readonly fromMs: number;
  /** `series` has the last report of each interval of this length. */
  readonly bucketMs: number;
  /** Oldest first. */
  readonly series: readonly (Report & { readonly atMs: number })[];
};

/** The pages' own reads of the two views. */
export const OWN_BOTS_PATH = '/api/dashboard/bots';
export const BOT_VIEW_PATH = '/api/dashboard/bots/{botId}';

/** The data of the list of a person's own bots, refreshed over the endpoint OWN_BOTS_PATH. */
export type OwnBotsView = {
  readonly nowMs: number;
  /** From 1. */
  readonly page: number;
  /** Bots on all pages. */
  readonly total: number;
  readonly bots: readonly { readonly isDisabled: boolean; readonly usage: UsageRecord }[];
};

/** Bots on one page of that list. */
export const OWN_BOTS_PER_PAGE = 60;
