/** What a plan keeps (API section 8). Times are ISO 8601 UTC by the clock of the service. */

/** The stretch to read: the last 24 h by default; texts carry a zone offset. `auto` by default. */
export type HistoryQuery = {
  readonly from?: string | Date;
  readonly to?: string | Date;
  readonly unit?: 'report' | 'hour' | 'day' | 'auto';
};

export type ValueRange = {
  readonly first: number;
  readonly last: number;
  readonly min: number;
  readonly max: number;
};

export type ReportPoint = {
  readonly at: string;
  readonly servers: number;
  readonly users: number;
  readonly shards: number;
};

/** An hour or a UTC day that has reports; `at` is its start. */
export type PeriodPoint = {
  readonly at: string;
  readonly reports: number;
  readonly servers: ValueRange;
  readonly users: ValueRange;
  readonly shards: number;
};

type Stretch = { readonly from: string; readonly to: string };

export type History = Stretch & { readonly gaps: readonly Stretch[] } & (
    | { readonly unit: 'report'; readonly points: readonly ReportPoint[] }
    | { readonly unit: 'hour' | 'day'; readonly points: readonly PeriodPoint[] }
  );

type Both<T> = { readonly servers: T; readonly users: T };

/** Changes against the value 1, 7 and 30 days before; `null` where that is not known. */
export type Growth = {
  readonly today: number | null;
  readonly week: number | null;
  readonly month: number | null;
  readonly percentageChange: {
    readonly daily: number | null;
    readonly weekly: number | null;
    readonly monthly: number | null;
  };
};

/** The plan decides which members there are: `trends` to `previous` from Premium on, the last three on Business. */
export type Analytics = {
  readonly growth: Both<Growth & { readonly current: number | null }>;
  /** Of the last 7 days, or since the last plan change or the registration if that is later. */
  readonly coverage: {
    readonly expected: number;
    readonly received: number;
    readonly percentage: number | null;
  };
  /** `weekdays`: mean daily change of servers, Monday first. `null` before 28 days of history. */
  readonly trends?: {
    readonly weekdays: readonly (number | null)[];
    readonly peakDays: readonly string[];
  } | null;
  /** Of the last 30 days. */
  readonly gaps?: readonly Stretch[];
  /** The same changes one period before. */
  readonly previous?: Both<Growth>;
  /** The last 12 UTC months, oldest first. */
  readonly months?: readonly ({ readonly month: string } & Both<ValueRange | null>)[];
  /** When the highest value was first reached. */
  readonly records?: Both<{ readonly value: number; readonly at: string } | null>;
  readonly yearOnYear?: Both<{ readonly change: number | null; readonly percentageChange: number | null }>;
};

export type Heartbeat = { readonly receivedAt: string };
