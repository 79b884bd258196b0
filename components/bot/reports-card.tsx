import { Card } from '@/components/ui/card';
import { Countdown } from '@/components/ui/countdown';
import { KeyValues } from '@/components/ui/key-values';
import { Ago, Time } from '@/components/ui/time';

type ReportsCardProps = {
  lastReportAtMs: number | null;
  nextAllowedAtMs: number;
  /** The plan's interval in words: "30 minutes". */
  interval: string;
  /** The server's clock at rendering. */
  nowMs: number;
  /** Why no report is accepted regardless of the interval; `null` when only the interval matters. */
  stopped?: string | null;
};

/** The last report and when the next one is allowed. */
export function ReportsCard({
  lastReportAtMs,
  nextAllowedAtMs,
  interval,
  nowMs,
  stopped = null,
}: ReportsCardProps) {
  return (
    <Card title="Reports">
      <div className="flex flex-1 flex-col justify-between gap-4">
        <div className="pt-4">
          {stopped === null ? (
            <Countdown
              untilMs={nextAllowedAtMs}
              nowMs={nowMs}
              done="Allowed now"
              className="block font-semibold text-xl"
            />
          ) : (
            <p className="font-semibold text-xl">Stopped</p>
          )}
          <p className="mt-1 text-muted">{stopped ?? 'next report allowed'}</p>
        </div>
        <div className="border-t">
          <KeyValues
            items={[
              {
                name: 'Last report',
                value: lastReportAtMs === null ? 'None yet' : <Ago atMs={lastReportAtMs} nowMs={nowMs} />,
              },
              {
                name: 'Received',
                value: lastReportAtMs === null ? '–' : <Time atMs={lastReportAtMs} />,
              },
              { name: 'Interval', value: interval },
            ]}
          />
        </div>
      </div>
    </Card>
  );
}
