'use client';

import { Card } from '@/components/ui/card';
import { KeyValues } from '@/components/ui/key-values';
import { SignedNum } from '@/components/ui/num';
import type { Trends } from '@/lib/domain/history/trends';
import { weekdayBars } from '@/lib/view/analytics';
import { ChangesChart } from './analytics-charts';
import { MEASURE_LOOK } from './measure-look';

/** How the number of servers changes by the day of the week. */
export function WeekdaysCard({ trends }: { trends: Trends | null }) {
  if (trends === null) {
    return (
      <Card title="Days of the week">
        <p className="py-4 text-muted">Shown from 28 days of history on.</p>
      </Card>
    );
  }
  const bars = weekdayBars(trends);
  return (
    <Card title="Days of the week">
      <p className="pb-2 text-muted">
        Mean change of servers on each UTC day of the last four weeks.{' '}
        <span>{trends.peakDays.length > 0 && `Most growth: ${trends.peakDays.join(', ')}.`}</span>
      </p>
      <ChangesChart
        label="Mean change of servers by the day of the week"
        bars={bars}
        color={MEASURE_LOOK.servers.color}
        name="Mean change"
      />
      <KeyValues
        items={bars.map(({ name, value }) => ({
          name,
          value: <SignedNum value={value ?? 0} />,
        }))}
      />
    </Card>
  );
}
