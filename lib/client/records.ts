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

/** Changes against the last report at or before 1, 7 and 30 days ago, else the oldest that is kept; `null` without reports. */
export type Growth = {
  readonly today: number | null;
  readonly week: number | null;
  readonly month: number | null;
  readonly percentageChange: {
    readonly daily: number | null;
    readonly weekly: number | null;
    readonly monthly: number | null;
  };
  /** The times of the reports that they count from. */
  readonly since: {
    readonly today: string | null;
    readonly week: string | null;
    readonly month: string | null;
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
    readonly weekdays: readonly number[];
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
  readonly yearOnYear?: Both<{
    readonly change: number | null;
    readonly percentageChange: number | null;
    readonly since: string | null;
  }>;
};

export type Heartbeat = { readonly receivedAt: string };

/** What used the quota (API section 12): calls by operation and by key of the cycle, and of the last 31 UTC days. */
export type UsageBreakdown = {
  readonly cycle: {
    readonly startedAt: string;
    readonly resetAt: string;
    readonly used: number;
    /** Counted, but not split: calls from before the service could do so. */
    readonly unsplit: number;
  };
  readonly operations: readonly { readonly operation: string; readonly calls: number }[];
  /** `keyId` is `form` for the dashboard and `other` for further keys, which have neither `last4` nor `lastUsedAt`. */
  readonly keys: readonly {
    readonly keyId: string;
    readonly name: string;
    readonly last4: string | null;
    readonly calls: number;
    readonly lastUsedAt: string | null;
  }[];
  /** Oldest first. */
  readonly days: readonly {
    readonly date: string;
    readonly calls: number;
    readonly unsplit: number;
    readonly byOperation: Readonly<Record<string, number>>;
    readonly byKey: Readonly<Record<string, number>>;
  }[];
};

/** What to add to a mark: its kind, `note` unless given, and its time, now unless given. */
export type MarkOptions = { readonly kind?: 'deploy' | 'incident' | 'note'; readonly at?: string | Date };

/** A moment that is drawn into the bot's charts (API section 13). */
export type Mark = {
  readonly id: string;
  readonly at: string;
  readonly kind: 'deploy' | 'incident' | 'note';
  readonly text: string;
};

/** Until when the bot's silence is planned (API section 13); `null` if it is not. */
export type Pause = { readonly until: string | null };

/** Which of the recent voters to read: at most `limit`, 10 by default, 50 at most; `cursor` is `nextCursor` of the page before. */
export type VotesQuery = { readonly limit?: number; readonly cursor?: string };

/** A vote of the last 30 days; `source` is the name of the list. */
export type Vote = {
  readonly userId: string;
  readonly username: string | null;
  readonly source: string;
  readonly weight: number;
  readonly votedAt: string;
  readonly expiresAt: string;
};

/** The votes that lists reported (API section 10). Every number is weighted; days, ISO weeks and months are of UTC. */
export type Votes = {
  readonly botId: string;
  readonly botName: string;
  readonly total: number;
  readonly monthly: number;
  readonly weekly: number;
  readonly today: number;
  /** Newest first. */
  readonly recentVoters: readonly Vote[];
  /** The last 12 months, oldest first. */
  readonly monthlyHistory: readonly { readonly month: string; readonly votes: number }[];
  readonly sources: readonly {
    readonly name: string;
    readonly kind: string;
    readonly total: number;
    readonly lastVoteAt: string | null;
    /** Only of a deleted source, whose votes stay in the totals. */
    readonly isDeleted?: true;
  }[];
  readonly nextCursor: string | null;
};

/** Whether a user's vote is good now; `null` without a vote in the last 30 days. */
export type UserVote = {
  readonly voted: boolean;
  readonly votedAt: string | null;
  readonly expiresAt: string | null;
};
