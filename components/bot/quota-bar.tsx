import { cn } from '@/components/ui/cn';
import { Num, Percent } from '@/components/ui/num';
import type { BotState } from '@/lib/domain/bots/bot-state';
import { type ApiCalls, quotaMeter } from './quota-meter';
import { quotaMark } from './state-look';

type QuotaBarProps = {
  apiCalls: ApiCalls;
  state: BotState;
  /** Where a bot would be that reports once per interval: a mark on the bar, which the list explains. */
  punctualPercentage: number;
};

/** The quota as one line and a thin bar, for lists. */
export function QuotaBar({ apiCalls, state, punctualPercentage }: QuotaBarProps) {
  const { used, limit, percentage } = apiCalls;
  return (
    <div {...quotaMeter(apiCalls)}>
      <div className="flex justify-between gap-2 whitespace-nowrap text-xs">
        <span className="text-muted">
          <Num value={used} /> of <Num value={limit} />
        </span>
        <Percent value={percentage} />
      </div>
      <QuotaTrack {...{ percentage, state, punctualPercentage }} className="mt-1 w-full" />
    </div>
  );
}

type QuotaTrackProps = {
  percentage: number;
  state: BotState;
  punctualPercentage?: number;
  className: string;
};

/** The thin bar alone; its text stands next to it. */
export const QuotaTrack = ({ percentage, state, punctualPercentage, className }: QuotaTrackProps) => (
  <svg className={cn('block h-2', quotaMark(state), className)} aria-hidden="true">
    <rect y="2" width="100%" height="4" rx="2" fill="var(--line)" />
    <rect y="2" width={`${Math.min(100, percentage)}%`} height="4" rx="2" fill="currentColor" />
    {punctualPercentage !== undefined && <PunctualMark at={`${Math.min(100, punctualPercentage)}%`} />}
  </svg>
);

const PunctualMark = ({ at }: { at: string }) => (
  <line x1={at} x2={at} y1="0" y2="8" stroke="var(--ink)" strokeWidth="2" />
);
