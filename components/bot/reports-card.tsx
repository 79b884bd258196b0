import { Card } from '@/components/ui/card';
import { Countdown } from '@/components/ui/countdown';
import { KeyValues } from '@/components/ui/key-values';
import { Ago, Time } from '@/components/ui/time';
import { STATE_WORDS } from '@/lib/view/state-words';

/** Why no report is accepted, whatever the interval: the state of the bot, and a sentence. */
export type Blocked = { readonly state: 'disabled' | 'stopped'; readonly reason: string };

type ReportsCardProps = {
  lastReportAtMs: number | null;
  nextAllowedAtMs: number;
  /** The plan's interval in words: "30 minutes". */
  interval: string;
  /** The server's clock at rendering. */
  nowMs: number;
  /** `null` when only the interval matters. */
  blocked: Blocked | null;
};

/** The last report and when the next one is allowed. */
export function ReportsCard({ lastReportAtMs, nextAllowedAtMs, interval, nowMs, blocked }: ReportsCardProps) {
  return (
    <Card title="Reports">
      <div className="flex flex-1 flex-col justify-between gap-4">
        <div className="pt-2">
          {blocked === null ? (
            <Countdown
              untilMs={nextAllowedAtMs}
              nowMs={nowMs}
              done="Allowed now"
              className="block font-semibold text-xl"
            />
          ) : (
            <p className="font-semibold text-xl">{STATE_WORDS[blocked.state]}</p>
          )}
          <p className="mt-1 text-muted">{blocked?.reason ?? 'next report allowed'}</p>
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
