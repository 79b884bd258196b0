'use client';

import { BarsChart } from '@/components/charts/bars-chart';
import { Card } from '@/components/ui/card';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Num } from '@/components/ui/num';
import { Time } from '@/components/ui/time';
import type { EnterpriseAnalytics } from '@/lib/domain/history/analytics';
import type { Extent, Month } from '@/lib/domain/history/trends';
import { monthPoints } from '@/lib/view/analytics';
import { type Measure, paler } from '@/lib/view/charts/chart';
import { utcMonthText } from '@/lib/view/times';

type MonthsCardProps = { enterprise: EnterpriseAnalytics; measure: Measure };

const columnsOf = (measure: Measure['key']): readonly Column<Month>[] => [
  { header: 'Month (UTC)', cell: ({ month }) => utcMonthText(month) },
  ...Object.entries({ first: 'First', last: 'Last', min: 'Lowest', max: 'Highest' }).map(([key, header]) => ({
    header,
    isNumeric: true,
    cell: (month: Month) => <Num value={month[measure]?.[key as keyof Extent] ?? 0} />,
  })),
];

/** The last 12 months of a count, and its record. */
export function MonthsCard({ enterprise: { months, records }, measure }: MonthsCardProps) {
  const { key: ofMonth, name, color } = measure;
  const record = records[ofMonth];
  const points = monthPoints(months, ofMonth);
  return (
    <Card title={`${name} by month`}>
      <p className="pb-2 text-muted">
        {record === null ? (
          'There are no reports yet.'
        ) : (
          <span>
            Highest: <Num value={record.value} />, <Time atMs={record.atMs} />
          </span>
        )}
      </p>
      {points.some(({ last }) => last !== null) && (
        <BarsChart
          label={`${name} by month`}
          rows={points}
          series={[
            { key: 'last', name: 'Last', color, kind: 'dots' },
            { key: 'range', name: 'Lowest to highest', color: paler(color), kind: 'bar' },
          ]}
          titleOf={(month) => month.name}
        />
      )}
      <details className="mt-2">
        <summary className="min-h-6 rounded-inner text-muted text-sm">Show table</summary>
        <DataTable
          label={`${name} of each month`}
          className="-mx-4 w-auto"
          columns={columnsOf(ofMonth)}
          rows={months.filter((month) => month[ofMonth] !== null).toReversed()}
          keyOf={({ month }) => month}
        />
      </details>
    </Card>
  );
}
