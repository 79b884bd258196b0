import type { DayTotals } from '@/lib/domain/bots/bot-counts';
import type { StateCounts } from '@/lib/domain/bots/bot-list';
import type { BotState } from '@/lib/domain/bots/bot-state';
import type { Change } from '@/lib/domain/history/change';
import type { CombinedPoint } from '@/lib/domain/history/combined';
import type { Counts } from '@/lib/domain/history/summary';
import type { BotRole } from '@/lib/domain/people/bot-people';
import type { Forecast } from '@/lib/domain/quota/forecast';
import { DAY_MS } from '@/lib/domain/quota/plan';
import type { QuotaStatus } from '@/lib/domain/quota/quota';

/** Bots on one page of the list. */
export const OWN_BOTS_PER_PAGE = 30;

/** A trend and its change are of so many days: every plan keeps them. */
export const TREND_MS = 7 * DAY_MS;

/** A bot's server counts of the last days. */
export type Trend = {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Oldest first, never empty; a bounded number. */
  readonly points: readonly { readonly atMs: number; readonly servers: number }[];
};

export type OwnBot = {
  readonly id: string;
  readonly name: string;
  readonly planDisplayName: string;
  readonly state: BotState;
  /** Whether the reader has pinned it: it stands above the others. */
  readonly isPinned: boolean;
  /** The reader's role; `null` for the owner. */
  readonly role: BotRole | null;
  readonly apiCalls: {
    readonly used: number;
    readonly limit: number;
    readonly percentage: number;
    readonly status: QuotaStatus;
  };
  /** The percentage of the quota that one report per interval would have used by now. */
  readonly punctualPercentage: number;
  readonly lastReportAtMs: number | null;
  readonly forecast: Forecast | null;
  /** Over TREND_MS; `null` before the first report. */
  readonly servers: Change | null;
  /** Of the last report. */
  readonly userCount: number | null;
  /** `null` without reports in that time. */
  readonly trend: Trend | null;
};

/** The data of the list of a person's own bots: rendered as HTML first, then read over OWN_BOTS_PATH. */
export type OwnBotsView = {
  /** The time of the read by the authoritative clock. */
  readonly nowMs: number;
  /** Of all own bots, whatever the query. */
  readonly counts: StateCounts;
  /** The last reports of all own bots, and their calls on this UTC day, added up, whatever the query. */
  readonly totals: DayTotals & { readonly servers: number; readonly users: number };
  /** From 1. */
  readonly page: number;
  /** Bots on all pages of the query. */
  readonly total: number;
  readonly bots: readonly OwnBot[];
};

/** From so many own bots on they are added up and drawn together. */
export const COMBINED_FROM = 2;

/** The data of the chart of all of a person's bots: rendered as HTML first, then read over COMBINED_PATH. */
export type CombinedView = {
  readonly nowMs: number;
  readonly fromMs: number;
  /** How many bots `points` are of, and how many the person has. */
  readonly bots: number;
  readonly owned: number;
  /** Whether `points` and `changes` are missing because too many reads wait. */
  readonly isBusy: boolean;
  /** From `fromMs` until now; `null` before the first report. */
  readonly changes: Readonly<Record<keyof Counts, Change | null>>;
  /** Oldest first; a bounded number. */
  readonly points: readonly CombinedPoint[];
  /** The calls of all own bots on the last UTC days, oldest first. */
  readonly days: readonly (DayTotals & { readonly date: string })[];
};

/** What a person is asked to join; `issuerName` is `null` for the operator. */
export type OwnInvitation = {
  readonly botId: string;
  readonly botName: string;
  readonly role: BotRole;
  readonly issuerName: string | null;
};
