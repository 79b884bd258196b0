import { Card } from '@/components/ui/card';
import { Countdown } from '@/components/ui/countdown';
import { KeyValues } from '@/components/ui/key-values';
import { Num } from '@/components/ui/num';
import { Time } from '@/components/ui/time';

type ResetCardProps = {
  resetAtMs: number;
  /** The server's clock at rendering. */
  nowMs: number;
  avgCallsPerDay: number;
  /** `null` while nothing is used. */
  estimatedDaysRemaining: number | null;
  /** Called when the cycle ends while the page is visible. */
  onReset?: () => void;
};

/** When the quota resets, and how long the remaining calls last at the current rate. */
export function ResetCard({
  resetAtMs,
  nowMs,
  avgCallsPerDay,
  estimatedDaysRemaining,
  onReset,
}: ResetCardProps) {
  return (
    <Card title="Reset">
      <div className="flex flex-1 flex-col justify-between gap-4">
        <div className="pt-4">
          <Countdown
            untilMs={resetAtMs}
            nowMs={nowMs}
            done="Now"
            className="block font-semibold text-xl"
            {...(onReset && { onDone: onReset })}
          />
          <p className="mt-1 text-muted">until the quota resets</p>
        </div>
        <div className="border-t">
          <KeyValues
            items={[
              { name: 'Resets on', value: <Time atMs={resetAtMs} /> },
              {
                name: 'Average',
                value: (
                  <>
                    <Num value={avgCallsPerDay} /> calls a day
                  </>
                ),
              },
              {
                name: 'Calls last for',
                value:
                  estimatedDaysRemaining === null ? (
                    'No calls yet'
                  ) : (
                    <>
                      <Num value={estimatedDaysRemaining} /> {estimatedDaysRemaining === 1 ? 'day' : 'days'}
                    </>
                  ),
              },
            ]}
          />
        </div>
      </div>
    </Card>
  );
}
