'use client';

import { BarsChart } from '@/components/charts/bars-chart';
import { Card } from '@/components/ui/card';
import { SignedNum } from '@/components/ui/num';
import type { Trends } from '@/lib/domain/history/trends';
import { weekdayBars } from '@/lib/view/analytics';
import { MEASURES } from '@/lib/view/charts/chart';
import { signedText } from '@/lib/view/numbers';

const SERIES = [{ key: 'value', name: 'Mean change', color: MEASURES[0].color, kind: 'bar' }] as const;

/** How the number of servers changes by the day of the week. */
export function WeekdaysCard({ trends }: { trends: Trends | null }) {
  if (trends === null) {
    return (
      <Card title="By day of the week">
        <p className="py-4 text-muted">Shown after 28 days of history.</p>
      </Card>
    );
  }
  const bars = weekdayBars(trends);
  return (
    <Card title="By day of the week">
      <p className="pb-2 text-muted">
        Mean change of servers on each UTC day of the last 4 weeks.{' '}
        <span>{trends.peakDays.length > 0 && `Most growth: ${trends.peakDays.join(', ')}.`}</span>
      </p>
      <BarsChart
        label="Mean change of servers by the day of the week"
        rows={bars}
        series={SERIES}
        titleOf={({ name }) => name}
        valueText={signedText}
      />
      <dl className="grid grid-cols-7 gap-1 pt-2 text-center text-xs sm:pl-10">
        {bars.map(({ name, value }) => (
          <div key={name}>
            <dt className="sr-only">{name}</dt>
            <dd>
              <SignedNum value={Math.round(value ?? 0)} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
