'use client';

import dynamic from 'next/dynamic';
import { LongTable } from '@/components/ui/long-table';
import { Num } from '@/components/ui/num';
import { useReader } from '@/components/ui/reader';
import { Cell, Row } from '@/components/ui/table';
import { csv } from '@/lib/view/csv';
import { type Day, dayBars } from '@/lib/view/day-bars';
import { numberText } from '@/lib/view/numbers';
import { timeText } from '@/lib/view/times';
import { ChartCard, Swatch } from './chart-card';
import { BarsSkeleton } from './plot-skeleton';

const CallsPlot = dynamic(() => import('./calls-plot').then((module) => module.CallsPlot), {
  ssr: false,
  loading: () => <BarsSkeleton />,
});

type CallsCardProps = {
  botId: string;
  /** `statistics.usageHistory`: oldest first, one entry per UTC day. */
  days: readonly Day[];
};

const COLUMNS = [
  { label: 'Day (UTC)' },
  { label: 'Served', isNumeric: true },
  { label: 'Refused', isNumeric: true },
];

/** Calls per day, refused calls stacked on served ones. */
export function CallsCard({ botId, days }: CallsCardProps) {
  const { bars, calls, rejected } = dayBars(days);
  const { locale } = useReader();
  return (
    <ChartCard
      title="Calls per day"
      summary={
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          <Total name="Served" value={calls} swatch={<Swatch color="var(--series-calls)" />} />
          <Total
            name="Refused"
            value={rejected}
            swatch={<Swatch color="var(--series-refused)" isHatched />}
          />
        </dl>
      }
      chart={<CallsPlot days={days} />}
      table={
        <LongTable
          label="Calls per day, newest first"
          columns={COLUMNS}
          rows={bars.toReversed()}
          drawRow={(bar) => (
            <Row key={bar.date}>
              <Cell>
                <time dateTime={bar.date}>
                  {timeText(Date.parse(bar.date), 'date', { locale, timeZone: 'UTC' })}
                </time>
              </Cell>
              <Cell isNumeric>{numberText(bar.calls, locale)}</Cell>
              <Cell isNumeric>{numberText(bar.rejected, locale)}</Cell>
            </Row>
          )}
        />
      }
      csvName={`${botId}-calls.csv`}
      makeCsv={() =>
        csv(
          ['day', 'served', 'refused'],
          bars.map((bar) => [bar.date, bar.calls, bar.rejected]),
        )
      }
    />
  );
}

function Total({ name, value, swatch }: { name: string; value: number; swatch: React.ReactNode }) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-muted text-xs">
        {swatch}
        {name}
      </dt>
      <dd className="font-semibold text-lg">
        <Num value={value} />
      </dd>
    </div>
  );
}
