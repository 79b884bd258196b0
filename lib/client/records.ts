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

/** Changes against the value 1, 7 and 30 days before; `null` where the data do not suffice. */
export type Growth = {
  readonly current: number | null;
  readonly today: number | null;
  readonly week: number | null;
  readonly month: number | null;
  readonly percentageChange: {
    readonly daily: number | null;
    readonly weekly: number | null;
    readonly monthly: number | null;
  };
};

/** The plan's analytics level decides which further members there are: see the service's documentation. */
export type Analytics = {
  readonly growth: { readonly servers: Growth; readonly users: Growth };
  readonly coverage: {
    readonly expected: number;
    readonly received: number;
    readonly percentage: number | null;
  };
  readonly [member: string]: unknown;
};

export type Heartbeat = { readonly receivedAt: string };
