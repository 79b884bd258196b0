'use client';

import { BarsChart } from '@/components/charts/bars-chart';
import { Card } from '@/components/ui/card';
import { Num } from '@/components/ui/num';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { EnterpriseAnalytics } from '@/lib/domain/history/analytics';
import { monthPoints } from '@/lib/view/analytics';
import { type Measure, paler } from '@/lib/view/charts/chart';

type MonthsCardProps = { enterprise: EnterpriseAnalytics; measure: Measure };

const EXTENT = { first: 'First', last: 'Last', min: 'Lowest', max: 'Highest' } as const;

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
            Record: <Num value={record.value} />, <Time atMs={record.atMs} />
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
      <Table label={`${name} of each month`} isStacked className="-mx-4 w-auto">
        <thead>
          <tr>
            <Head>Month (UTC)</Head>
            {Object.values(EXTENT).map((label) => (
              <Head key={label} isNumeric>
                {label}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((month) => {
            const extent = month[ofMonth];
            if (extent === null) return null;
            return (
              <Row key={month.month}>
                <Cell label="Month (UTC)">{month.month}</Cell>
                {(Object.keys(EXTENT) as (keyof typeof EXTENT)[]).map((key) => (
                  <Cell key={key} label={EXTENT[key]} isNumeric>
                    <Num value={extent[key]} />
                  </Cell>
                ))}
              </Row>
            );
          })}
        </tbody>
      </Table>
    </Card>
  );
}
