import { Num, Percent } from '@/components/ui/num';
import { type ApiCalls, quotaMeter } from './quota-meter';
import { STATUS_LOOK } from './status-badge';

/** The quota as one line and a thin bar, for lists. */
export function QuotaBar(apiCalls: ApiCalls) {
  const { used, limit, percentage, status } = apiCalls;
  const { mark } = STATUS_LOOK[status];
  const filled = Math.min(100, percentage);
  return (
    <div {...quotaMeter(apiCalls)}>
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
