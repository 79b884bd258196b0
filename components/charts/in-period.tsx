import { cn } from '@/components/ui/cn';
import { Time } from '@/components/ui/time';
import { type Change, isFromBegin } from '@/lib/domain/history/change';
import { changeText } from '@/lib/view/change-text';

type ChangeInPeriodProps = {
  change: Change;
  /** The begin of the period. */
  fromMs: number;
  /** The period in words: "in 7 days"; `null` if only its begin can be named. */
  words: string | null;
};

/** How a count changed, and over which time: the period, or since the report that the change counts from. */
export const ChangeInPeriod = ({ change, fromMs, words }: ChangeInPeriodProps) => (
  <span>
    <span className={cn(change.by > 0 && 'text-healthy', change.by < 0 && 'text-critical')}>
      {changeText(change)}
    </span>{' '}
    {words !== null && isFromBegin(change, fromMs) ? (
      <span>{words}</span>
    ) : (
      <span>
        since <Time atMs={change.sinceMs} style="day" />
      </span>
    )}
  </span>
);
