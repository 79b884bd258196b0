'use client';

import { BarsChart } from '@/components/charts/bars-chart';
import { Card } from '@/components/ui/card';
import { KeyValues } from '@/components/ui/key-values';
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
      <BarsChart
        label="Mean change of servers by the day of the week"
        rows={bars}
        series={SERIES}
        titleOf={({ name }) => name}
        valueText={signedText}
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
