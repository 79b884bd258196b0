import { Card } from '@/components/ui/card';
import { Countdown } from '@/components/ui/countdown';
import { KeyValues } from '@/components/ui/key-values';
import { useReader } from '@/components/ui/reader';
import { Time } from '@/components/ui/time';
import { callsADay, type Forecast, type Pace } from '@/lib/domain/quota/forecast';
import { numberText } from '@/lib/view/numbers';
import { ForecastText } from './forecast-text';

type ResetCardProps = {
  resetAtMs: number;
  /** The server's clock at rendering. */
  nowMs: number;
  /** `null` with too few calls for one. */
  pace: Pace | null;
  forecast: Forecast | null;
  /** Called when the cycle ends while the page is visible. */
  onReset?: () => void;
};

/** When the quota resets, and whether the remaining calls last until then at the recent pace. */
export function ResetCard({ resetAtMs, nowMs, pace, forecast, onReset }: ResetCardProps) {
  return (
    <Card title="Reset">
      <div className="flex flex-1 flex-col justify-between gap-4">
        <div className="pt-2">
          <Countdown
            untilMs={resetAtMs}
            nowMs={nowMs}
            done="Now"
            className="block font-semibold text-xl"
            {...(onReset && { onDone: onReset })}
          />
          <p className="mt-1 text-muted">until the quota resets</p>
          {forecast !== null && (
            <p className="mt-2">
              <ForecastText forecast={forecast} />
            </p>
          )}
        </div>
        <div className="border-t">
          <KeyValues
            items={[
              { name: 'Resets on', value: <Time atMs={resetAtMs} /> },
              {
                name: 'Pace',
                value: pace === null ? 'Not known yet' : <CallsADay value={callsADay(pace)} />,
              },
            ]}
          />
        </div>
      </div>
    </Card>
  );
}

function CallsADay({ value }: { value: number }) {
  const { locale } = useReader();
  return <span>{`${numberText(value, locale)} calls a day`}</span>;
}
