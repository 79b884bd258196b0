/** The usage record (API section 4). Times are ISO 8601 UTC by the clock of the service. */
export type UsageRecord = {
  readonly bot: { readonly id: string; readonly name: string };
  readonly tier: {
    readonly name: string;
    readonly displayName: string;
    readonly updateIntervalMinutes: number;
    readonly features: {
      readonly customWebhooks: boolean;
      readonly prioritySupport: boolean;
      readonly badge: string;
    };
  };
  readonly usage: {
    readonly apiCalls: {
      readonly used: number;
      readonly limit: number;
      readonly remaining: number;
      /** Truncated to 2 decimals; above 100 after a downgrade. */
      readonly percentage: number;
      readonly status: QuotaStatus;
      readonly message: string;
    };
    readonly reset: { readonly at: string; readonly inDays: number; readonly inHours: number };
  };
  readonly updates: {
    readonly interval: string;
    readonly lastUpdate: string | null;
    readonly nextUpdateAllowedAt: string;
    readonly minutesUntilNextUpdate: number;
    readonly canUpdateNow: boolean;
  };
  readonly capabilities: {
    readonly analyticsLevel: string;
    readonly historyDays: number;
    readonly updateIntervalMinutes: number;
  };
  readonly statistics: {
    readonly avgCallsPerDay: number;
    readonly estimatedDaysRemaining: number | null;
    readonly usageHistory: readonly {
      readonly date: string;
      readonly calls: number;
      readonly rejected: number;
    }[];
  };
  readonly upgrade: {
    readonly tier: { readonly name: string; readonly displayName: string };
    readonly apiCallsLimit: number;
    readonly updateIntervalMinutes: number;
    readonly message: string;
  } | null;
};

/** `healthy` below 80 %, `warning` from 80 %, `critical` from 95 % of the quota (API section 4). */
export type QuotaStatus = 'healthy' | 'warning' | 'critical';

type Shape = { readonly [member: string]: 'string' | 'number' | 'boolean' | 'object' | Shape };

const USAGE: Shape = {
  bot: { id: 'string', name: 'string' },
  tier: { name: 'string', displayName: 'string', features: 'object' },
  usage: {
    apiCalls: {
      used: 'number',
      limit: 'number',
      remaining: 'number',
      percentage: 'number',
      status: 'string',
      message: 'string',
    },
    reset: { at: 'string', inDays: 'number', inHours: 'number' },
  },
  updates: {
    interval: 'string',
    nextUpdateAllowedAt: 'string',
    minutesUntilNextUpdate: 'number',
    canUpdateNow: 'boolean',
  },
  capabilities: { analyticsLevel: 'string', historyDays: 'number', updateIntervalMinutes: 'number' },
  statistics: { avgCallsPerDay: 'number', usageHistory: 'object' },
};

const RECEIPT: Shape = {
  botId: 'string',
  botName: 'string',
  serverCount: 'number',
  userCount: 'number',
  shardCount: 'number',
  updatedAt: 'string',
};

export const isUsageRecord = (value: unknown): boolean => hasShape(value, USAGE);
export const isReceipt = (value: unknown): boolean => hasShape(value, RECEIPT);
export const isTier = (value: unknown): boolean =>
  hasShape(value, { name: 'string', updateIntervalMinutes: 'number' });
export const isHeartbeat = (value: unknown): boolean => hasShape(value, { receivedAt: 'string' });
export const isAnalytics = (value: unknown): boolean =>
  hasShape(value, { growth: 'object', coverage: 'object' });
export const isUsageBreakdown = (value: unknown): boolean =>
  hasShape(value, { cycle: 'object', operations: 'object', keys: 'object', days: 'object' });
export const isMark = (value: unknown): boolean =>
  hasShape(value, { ...{ id: 'string', at: 'string' }, ...{ kind: 'string', text: 'string' } });
export const isPause = (value: unknown): boolean => hasShape(value, { until: 'string' });
export const isNoPause = (value: unknown): boolean =>
  value !== null && (value as { readonly until?: unknown }).until === null;
export const isVotes = (value: unknown): boolean =>
  hasShape(value, {
    ...{ total: 'number', monthly: 'number', weekly: 'number', today: 'number' },
    ...{ recentVoters: 'object', monthlyHistory: 'object', sources: 'object' },
  });
export const isUserVote = (value: unknown): boolean => hasShape(value, { voted: 'boolean' });
export const isHistory = (value: unknown): boolean =>
  hasShape(value, { from: 'string', to: 'string', unit: 'string', points: 'object', gaps: 'object' });

function hasShape(value: unknown, shape: Shape): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const members = value as Record<string, unknown>;
  return Object.entries(shape).every(([name, wanted]) => {
    const member = members[name];
    if (typeof wanted === 'object') return hasShape(member, wanted);
    return typeof member === wanted && member !== null;
  });
}
