'use client';

import { LongTable } from '@/components/ui/long-table';
import { useReader } from '@/components/ui/reader';
import { Cell, Row } from '@/components/ui/table';
import { activityHref, refusedHref } from '@/lib/view/activity-links';
import type { DayQuota } from '@/lib/view/charts/bar-chart';
import { csv } from '@/lib/view/csv';
import { type Day, dayBars } from '@/lib/view/day-bars';
import { numberText } from '@/lib/view/numbers';
import { timeText } from '@/lib/view/times';
import { CallsPlot } from './calls-plot';
import { ChartCard } from './chart-card';
import { KeyFigure } from './key-figures';
import { RefusedLink } from './refused-link';
import { Swatch } from './swatch';

type CallsCardProps = {
  botId: string;
  /** `statistics.usageHistory`: oldest first, one entry per UTC day. */
  days: readonly Day[];
  quota: DayQuota;
};

const COLUMNS = [
  { label: 'Day (UTC)' },
  { label: 'Served', isNumeric: true },
  { label: 'Refused', isNumeric: true },
];

/** Calls per day, refused calls stacked on served ones. */
export function CallsCard({ botId, days, quota }: CallsCardProps) {
  const prepared = dayBars(days);
  const { bars, calls, rejected } = prepared;
  const { locale } = useReader();
  const hrefOf = (day: Day) => refusedHref(botId, day, bars.at(-1)?.date ?? day.date);
  return (
    <ChartCard
      title="Calls per day"
      summary={
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          <KeyFigure name="Served" value={calls} swatch={<Swatch color="var(--series-calls)" />} />
          <KeyFigure
            name="Refused"
            value={rejected}
            href={rejected > 0 ? activityHref(botId, { kind: 'refused' }) : null}
            swatch={<Swatch color="var(--series-refused)" isHatched />}
          />
        </dl>
      }
      chart={<CallsPlot days={prepared} quota={quota} refusedHrefOf={hrefOf} />}
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
              <Cell isNumeric>
                <RefusedLink href={hrefOf(bar)}>{numberText(bar.rejected, locale)}</RefusedLink>
              </Cell>
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
