import type { EventType } from '@/lib/domain/alerts/event';
import type { BotState } from '@/lib/domain/bots/bot-state';
import type { Change } from '@/lib/domain/history/change';
import type { Gap } from '@/lib/domain/history/gaps';
import type { Range } from '@/lib/domain/history/history';
import type { MarkKind } from '@/lib/domain/history/mark';
import type { SeriesPoint } from '@/lib/domain/history/summary';
import type { BotRole } from '@/lib/domain/people/bot-people';
import type { DayCalls, OperationCalls } from '@/lib/domain/quota/breakdown';
import type { Forecast, Pace } from '@/lib/domain/quota/forecast';
import type { UsageRecord } from '@/lib/domain/quota/usage-record';
import type { ReportAvailability } from '@/lib/domain/reports/interval';
import type { TimedReport } from '@/lib/domain/reports/report';
import type { Pause } from '@/lib/domain/silences/pause';

/** What the page shows of a usage record: each further member would be in its first HTML too. */
export type ShownUsage = Omit<UsageRecord, 'usage' | 'statistics' | 'updates'> & {
  readonly usage: {
    readonly apiCalls: Omit<UsageRecord['usage']['apiCalls'], 'message'>;
    readonly reset: Pick<UsageRecord['usage']['reset'], 'at'>;
  };
  readonly statistics: Pick<UsageRecord['statistics'], 'usageHistory'>;
  readonly updates: Pick<UsageRecord['updates'], 'interval' | 'nextUpdateAllowedAt'>;
};

/** What the head of all pages of a bot shows; read over BOT_HEAD_PATH. */
export type BotHeadView = {
  readonly nowMs: number;
  readonly name: string;
  readonly planDisplayName: string;
  readonly state: BotState;
  readonly since: StateHistory | null;
  readonly apiCalls: { readonly used: number; readonly limit: number; readonly percentage: number };
  readonly resetAtMs: number;
  readonly forecast: Forecast | null;
  readonly lastReportAtMs: number | null;
  readonly hasLargerPlan: boolean;
  /** Whether the reader is an admin. */
  readonly isAdmin: boolean;
  /** The reader's role; `null` for the owner and for admins without one. */
  readonly role: BotRole | null;
  /** Whether the reader may change the bot, and not only see it. */
  readonly mayManage: boolean;
  /** The owner, if it is another person than the reader. */
  readonly owner: { readonly name: string; readonly email: string } | null;
};

/** The data of a bot's page: rendered as HTML first, then read over BOT_VIEW_PATH. Times in milliseconds. */
export type BotView = {
  /** The time of the read by the authoritative clock. */
  readonly nowMs: number;
  readonly state: BotState;
  /** What the sentence above the cards says besides the state; `null` unless it is stopped or silent. */
  readonly since: StateHistory | null;
  readonly usage: ShownUsage;
  /** The calls of the cycle by operation; `null` while too many reads wait. */
  readonly usedBy: OperationCalls | null;
  /** Of the days of `statistics.usageHistory`; `null` while too many reads wait. */
  readonly callsOfDays: readonly DayCalls[] | null;
  readonly pace: Pace | null;
  readonly forecast: Forecast | null;
  readonly lastReport: TimedReport | null;
  /** `null` once the bot has reported. */
  readonly firstSteps: FirstSteps | null;
  /** The last change of its plan; `null` if it has had no other. */
  readonly planSinceMs: number | null;
  readonly availability: ReportAvailability;
  readonly range: Range;
  readonly fromMs: number;
  /** The end of the range; `nowMs` unless it ended before. */
  readonly untilMs: number;
  /** `series` has a point for each interval of this length that has reports. */
  readonly bucketMs: number;
  /** Whether `series` is missing because too many reads wait. */
  readonly isBusy: boolean;
  /** Oldest first. */
  readonly series: readonly SeriesRow[];
  /** Of the range, as the history has them (contract section 8). */
  readonly gaps: readonly Gap[];
  /** The series of the period before, of the same length; `null` unless it was asked for. */
  readonly previous: readonly SeriesRow[] | null;
  /** How the counts changed in the range. */
  readonly changes: CountChanges;
  /** The same of the period before; `null` unless it was asked for. */
  readonly previousChanges: CountChanges | null;
  /** Of the range. */
  readonly annotations: Annotations;
  /** Of the days of `statistics.usageHistory`; `null` if there are none. */
  readonly annotationsOfDays: Annotations | null;
};

/** A SeriesPoint as numbers alone, its lowest and highest counts by their distance from the last: with names, 480 points make the first HTML 3 kB larger, compressed. */
export type SeriesRow = readonly [
  atMs: number,
  reports: number,
  ...last: readonly [servers: number, users: number],
  ...below: readonly [servers: number, users: number],
  ...above: readonly [servers: number, users: number],
];

export const seriesRow = ({ atMs, reports, serverCount, userCount, min, max }: SeriesPoint): SeriesRow => [
  atMs,
  reports,
  serverCount,
  userCount,
  serverCount - min.serverCount,
  userCount - min.userCount,
  max.serverCount - serverCount,
  max.userCount - userCount,
];

export const seriesPoint = ([atMs, reports, serverCount, userCount, ...extent]: SeriesRow): SeriesPoint => ({
  atMs,
  reports,
  serverCount,
  userCount,
  min: { serverCount: serverCount - extent[0], userCount: userCount - extent[1] },
  max: { serverCount: serverCount + extent[2], userCount: userCount + extent[3] },
});

/** `null` without a report by the end of the period, and while too many reads wait. */
export type CountChanges = { readonly serverCount: Change | null; readonly userCount: Change | null };

/** Times in milliseconds. */
export type StateHistory = {
  /** Of a stopped bot: when the call arrived that used up the quota; `null` if it is not stopped, or not known. */
  readonly stoppedAtMs: number | null;
  /** Of a silent bot: its last refused call since it is silent; `null` if there is none. */
  readonly refusal: { readonly atMs: number; readonly error: string } | null;
};

/** What has arrived from a bot that has not reported yet. Times in milliseconds; `null` if it has not happened. */
export type FirstSteps = {
  /** Whether a key is live. */
  readonly hasKey: boolean;
  readonly keyUsedAtMs: number | null;
  readonly heartbeatAtMs: number | null;
  /** The last call that was refused; `status` is `null` for an error of another version. */
  readonly refusal: {
    readonly atMs: number;
    readonly error: string;
    readonly status: number | null;
    readonly message: string;
  } | null;
};

/** On the time axis of a chart: an event, or a mark of its owner with a text. */
export type ChartMark =
  | { readonly atMs: number; readonly type: EventType }
  | { readonly atMs: number; readonly type: MarkKind; readonly text: string };

/** What is written on a time axis: marks and planned silences, oldest first. */
export type Annotations = { readonly marks: readonly ChartMark[]; readonly pauses: readonly Pause[] };
