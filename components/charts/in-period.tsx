import { Time } from '@/components/ui/time';
import { type Change, isFromBegin } from '@/lib/domain/history/change';

type InPeriodProps = {
  change: Change;
  /** The begin of the period. */
  fromMs: number;
  /** The period in words: "in 7 days"; `null` if only its begin can be named. */
  words: string | null;
};

/** Over which time a count changed: the period, or since the report that the change counts from. */
export const InPeriod = ({ change, fromMs, words }: InPeriodProps) =>
  words !== null && isFromBegin(change, fromMs) ? (
    <span>{words}</span>
  ) : (
    <span>
      since <Time atMs={change.sinceMs} style="day" />
    </span>
  );
