import type { UsageRecord } from '@/lib/domain/quota/usage-record';
import { STATE_WORDS } from '@/lib/view/state-words';

export type ApiCalls = Omit<UsageRecord['usage']['apiCalls'], 'remaining' | 'message'>;

/** ARIA attributes of the quota for every drawing of it: a `meter` element cannot be styled like these. */
export const quotaMeter = ({ used, limit, percentage, status }: ApiCalls) =>
  ({
    role: 'meter',
    'aria-label': 'Calls used in this cycle',
    'aria-valuemin': 0,
    'aria-valuemax': Math.max(limit, used),
    'aria-valuenow': used,
    'aria-valuetext': `${used} of ${limit} calls used, ${percentage} percent: ${STATE_WORDS[status]}`,
  }) as const;
