import type { UsageRecord } from '@/lib/domain/quota/usage-record';

export type ApiCalls = Omit<UsageRecord['usage']['apiCalls'], 'remaining' | 'message' | 'status'>;

/**
 * ARIA attributes of the quota for every drawing of it: a `meter` element cannot be styled like these. Without its status: the
 * head says the state of the bot.
 */
export const quotaMeter = ({ used, limit, percentage }: ApiCalls) =>
  ({
    role: 'meter',
    'aria-label': 'Calls used in this cycle',
    'aria-valuemin': 0,
    'aria-valuemax': Math.max(limit, used),
    'aria-valuenow': used,
    'aria-valuetext': `${used} of ${limit} calls used, ${percentage} percent`,
  }) as const;
