import { Num, Percent } from '@/components/ui/num';
import type { UsageRecord } from '@/lib/domain/usage-record';
import { STATUS_LOOK } from './status-badge';

type ApiCalls = UsageRecord['usage']['apiCalls'];

/** The quota in one line and a thin bar, for lists. */
export function QuotaBar({ used, limit, percentage, status }: Omit<ApiCalls, 'remaining' | 'message'>) {
  const { word, mark } = STATUS_LOOK[status];
  const filled = Math.min(100, percentage);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the meter element cannot be drawn as this
    <div
      role="meter"
      aria-label="Calls used in this cycle"
      aria-valuemin={0}
      aria-valuemax={Math.max(limit, used)}
      aria-valuenow={used}
      aria-valuetext={`${used} of ${limit} calls used, ${percentage} percent: ${word}`}
    >
      <div className="flex justify-between gap-4 text-xs">
        <span>
          <Num value={used} /> <span className="text-muted">of</span> <Num value={limit} />{' '}
          <span className="text-muted">calls</span>
        </span>
        <Percent value={percentage} />
      </div>
      <svg className={`mt-1 block h-1 w-full ${mark}`} aria-hidden="true">
        <rect width="100%" height="4" rx="2" fill="var(--line)" />
        <rect width={`${filled}%`} height="4" rx="2" fill="currentColor" />
      </svg>
    </div>
  );
}
