import type { Range } from '@/lib/domain/history';
import type { Report } from '@/lib/domain/report';
import type { UsageRecord } from '@/lib/domain/usage-record';

/** What a bot's page shows, first as HTML and then kept fresh over `/api/dashboard/bots/{id}`. Times in milliseconds. */
export type BotView = {
  /** The clock that counts, when this was read. */
  readonly nowMs: number;
  readonly isDisabled: boolean;
  readonly usage: UsageRecord;
  readonly lastReport: (Report & { readonly atMs: number }) | null;
  readonly resetAtMs: number;
  readonly nextAllowedAtMs: number;
  readonly range: Range;
  readonly fromMs: number;
  /** Of each stretch of this length `series` has the last report. */
  readonly bucketMs: number;
  /** Oldest first. */
  readonly series: readonly (Report & { readonly atMs: number })[];
};

/** What the list of a person's bots shows. */
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
