/** What a bot sends and the service answers (API sections 3 to 13). Times are ISO 8601 UTC by the clock of the service. */

/** What a bot reports (API section 3). Whole numbers. */
export type Stats = {
  /** 0 … 10 000 000 */
  readonly serverCount: number;
  /** 0 … 10 000 000 000 */
  readonly userCount: number;
  /** 1 … 100 000; defaults to 1. */
  readonly shardCount?: number;
};

/** An accepted report, as the service stored it (API section 3). */
export type Receipt = Required<Stats> & {
  readonly botId: string;
  readonly botName: string;
  readonly updatedAt: string;
  /** The plan in force; services before this member leave it out. */
  readonly tier?: { readonly name: string; readonly updateIntervalMinutes: number };
};

/** `healthy` below 80 %, `warning` from 80 %, `critical` from 95 % of the quota (API section 4). */
export type QuotaStatus = 'healthy' | 'warning' | 'critical';

type Named = Readonly<{ name: string; displayName: string }>;
type Numbers<Name extends string> = Readonly<Record<Name, number>>;

/** The usage record (API section 4). */
export type UsageRecord = {
  readonly bot: Readonly<{ id: string; name: string }>;
  readonly tier: Named & {
    readonly updateIntervalMinutes: number;
    readonly features: Readonly<{ customWebhooks: boolean; prioritySupport: boolean; badge: string }>;
  };
  readonly usage: {
    /** `percentage` is truncated to 2 decimals; above 100 after a downgrade. */
    readonly apiCalls: Numbers<'used' | 'limit' | 'remaining' | 'percentage'> & {
      readonly status: QuotaStatus;
      readonly message: string;
    };
    readonly reset: Readonly<{ at: string; inDays: number; inHours: number }>;
  };
  readonly updates: {
    readonly interval: string;
    readonly lastUpdate: string | null;
    readonly nextUpdateAllowedAt: string;
    readonly minutesUntilNextUpdate: number;
    readonly canUpdateNow: boolean;
  };
  readonly capabilities: Readonly<{
    analyticsLevel: string;
    historyDays: number;
    updateIntervalMinutes: number;
  }>;
  readonly statistics: {
    readonly avgCallsPerDay: number;
    readonly estimatedDaysRemaining: number | null;
    readonly usageHistory: readonly Readonly<{ date: string; calls: number; rejected: number }>[];
  };
  readonly upgrade:
    | (Numbers<'apiCallsLimit' | 'updateIntervalMinutes'> & {
        readonly tier: Named;
        readonly message: string;
      })
    | null;
};

/** The stretch to read: the last 24 h by default; texts carry a zone offset. `auto` by default. */
export type HistoryQuery = {
  readonly from?: string | Date;
  readonly to?: string | Date;
  readonly unit?: 'report' | 'hour' | 'day' | 'auto';
};

export type ValueRange = Numbers<'first' | 'last' | 'min' | 'max'>;

export type ReportPoint = Numbers<'servers' | 'users' | 'shards'> & { readonly at: string };

/** An hour or a UTC day that has reports; `at` is its start. */
export type PeriodPoint = Numbers<'reports' | 'shards'> & Both<ValueRange> & { readonly at: string };

type Stretch = Readonly<{ from: string; to: string }>;

export type History = Stretch & { readonly gaps: readonly Stretch[] } & (
    | { readonly unit: 'report'; readonly points: readonly ReportPoint[] }
    | { readonly unit: 'hour' | 'day'; readonly points: readonly PeriodPoint[] }
  );

type Periods<T> = Readonly<Record<'today' | 'week' | 'month', T | null>>;
type Both<T> = Readonly<{ servers: T; users: T }>;

/** Changes against the last report at or before 1, 7 and 30 days ago, else the oldest that is kept; `null` without reports. */
export type Growth = Periods<number> & {
  readonly percentageChange: Readonly<Record<'daily' | 'weekly' | 'monthly', number | null>>;
  /** The times of the reports that they count from. */
  readonly since: Periods<string>;
};

/** The plan decides which members there are: `trends` to `previous` from Premium on, the last three on Business. */
export type Analytics = {
  readonly growth: Both<Growth & { readonly current: number | null }>;
  /** Of the last 7 days, or since the last plan change or the registration if that is later. */
  readonly coverage: Readonly<{ expected: number; received: number; percentage: number | null }>;
  /** `weekdays`: mean daily change of servers, Monday first. `null` before 28 days of history. */
  readonly trends?: Readonly<{ weekdays: readonly number[]; peakDays: readonly string[] }> | null;
  /** Of the last 30 days. */
  readonly gaps?: readonly Stretch[];
  /** The same changes one period before. */
  readonly previous?: Both<Growth>;
  /** The last 12 UTC months, oldest first. */
  readonly months?: readonly ({ readonly month: string } & Both<ValueRange | null>)[];
  /** When the highest value was first reached. */
  readonly records?: Both<Readonly<{ value: number; at: string }> | null>;
  readonly yearOnYear?: Both<
    Readonly<{ change: number | null; percentageChange: number | null; since: string | null }>
  >;
};

export type Heartbeat = { readonly receivedAt: string };

type KeyCalls = Readonly<{ keyId: string; name: string; calls: number }> &
  Readonly<Record<'last4' | 'lastUsedAt', string | null>>;

/** What used the quota (API section 12): calls by operation and by key of the cycle, and of the last 31 UTC days. */
export type UsageBreakdown = {
  /** `unsplit` are counted, but not split: calls from before the service could do so. */
  readonly cycle: Numbers<'used' | 'unsplit'> & { readonly startedAt: string; readonly resetAt: string };
  readonly operations: readonly Readonly<{ operation: string; calls: number }>[];
  /** `keyId` is `form` for the dashboard and `other` for further keys, which have neither `last4` nor `lastUsedAt`. */
  readonly keys: readonly KeyCalls[];
  /** Oldest first. */
  readonly days: readonly (Numbers<'calls' | 'unsplit'> & {
    readonly date: string;
    readonly byOperation: Numbers<string>;
    readonly byKey: Numbers<string>;
  })[];
};

type MarkKind = 'deploy' | 'incident' | 'note';

/** What to add to a mark: its kind, `note` unless given, and its time, now unless given. */
export type MarkOptions = Readonly<{ kind?: MarkKind; at?: string | Date }>;

/** A moment that is drawn into the bot's charts (API section 13). */
export type Mark = Readonly<{ id: string; at: string; kind: MarkKind; text: string }>;

/** Until when the bot's silence is planned (API section 13); `null` if it is not. */
export type Pause = { readonly until: string | null };

/** Which of the recent voters to read: at most `limit`, 10 by default, 50 at most; `cursor` is `nextCursor` of the page before. */
export type VotesQuery = Readonly<{ limit?: number; cursor?: string }>;

/** A vote of the last 30 days; `source` is the name of the list. */
export type Vote = {
  readonly userId: string;
  readonly username: string | null;
  readonly source: string;
  readonly weight: number;
  readonly votedAt: string;
  readonly expiresAt: string;
};

type VoteSource = Readonly<{
  name: string;
  kind: string;
  total: number;
  lastVoteAt: string | null;
  isDeleted?: true;
}>;

/** The votes that lists reported (API section 10). Every number is weighted; days, ISO weeks and months are of UTC. */
export type Votes = Numbers<'total' | 'monthly' | 'weekly' | 'today'> & {
  readonly botId: string;
  readonly botName: string;
  /** Newest first. */
  readonly recentVoters: readonly Vote[];
  /** The last 12 months, oldest first. */
  readonly monthlyHistory: readonly Readonly<{ month: string; votes: number }>[];
  /** `isDeleted` only of a deleted source, whose votes stay in the totals. */
  readonly sources: readonly VoteSource[];
  readonly nextCursor: string | null;
};

/** Whether a user's vote is good now; `null` without a vote in the last 30 days. */
export type UserVote = Readonly<{ voted: boolean; votedAt: string | null; expiresAt: string | null }>;

/** The members that the library reads or promises, with their types; a response without them is not the service's. */
export type Shape = {
  readonly [member: string]: 'string' | 'number' | 'boolean' | 'object' | 'null' | Shape;
};

export const RECEIPT: Shape = {
  ...{ botId: 'string', botName: 'string', updatedAt: 'string' },
  ...{ serverCount: 'number', userCount: 'number', shardCount: 'number' },
};
export const TIER: Shape = { name: 'string', updateIntervalMinutes: 'number' };
const API_CALLS: Shape = {
  ...{ used: 'number', limit: 'number', remaining: 'number', percentage: 'number' },
  ...{ status: 'string', message: 'string' },
};
export const USAGE: Shape = {
  bot: { id: 'string', name: 'string' },
  tier: { name: 'string', displayName: 'string', features: 'object' },
  usage: { apiCalls: API_CALLS, reset: { at: 'string', inDays: 'number', inHours: 'number' } },
  updates: {
    ...{ interval: 'string', nextUpdateAllowedAt: 'string' },
    ...{ minutesUntilNextUpdate: 'number', canUpdateNow: 'boolean' },
  },
  capabilities: { analyticsLevel: 'string', historyDays: 'number', updateIntervalMinutes: 'number' },
  statistics: { avgCallsPerDay: 'number', usageHistory: 'object' },
};
export const HISTORY: Shape = {
  ...{ from: 'string', to: 'string', unit: 'string', points: 'object', gaps: 'object' },
};
export const MARK: Shape = { id: 'string', at: 'string', kind: 'string', text: 'string' };
export const ANALYTICS: Shape = { growth: 'object', coverage: 'object' };
export const BREAKDOWN: Shape = { cycle: 'object', operations: 'object', keys: 'object', days: 'object' };
export const VOTES: Shape = {
  ...{ total: 'number', monthly: 'number', weekly: 'number', today: 'number' },
  ...{ recentVoters: 'object', monthlyHistory: 'object', sources: 'object' },
};

export function hasShape(value: unknown, shape: Shape): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(shape).every(([name, wanted]) => {
    const member = (value as Record<string, unknown>)[name];
    if (typeof wanted === 'object') return hasShape(member, wanted);
    return wanted === (member === null ? 'null' : typeof member);
  });
}
