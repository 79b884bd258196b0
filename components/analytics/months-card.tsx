'use client';

import { Card } from '@/components/ui/card';
import { Num } from '@/components/ui/num';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { EnterpriseAnalytics } from '@/lib/domain/history/analytics';
import { type Measured, monthPoints } from '@/lib/view/analytics';
import { MonthsChart } from './analytics-charts';
import { MEASURE_LOOK } from './measure-look';

type MonthsCardProps = { enterprise: EnterpriseAnalytics; measure: Measured };

/** The last 12 months of a count, and its record. */
export function MonthsCard({ enterprise: { months, records }, measure }: MonthsCardProps) {
  const { name, color } = MEASURE_LOOK[measure];
  const record = records[measure];
  const points = monthPoints(months, measure);
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
        <MonthsChart label={`${name} by month`} points={points} color={color} />
      )}
      <Table label={`${name} by month`} className="-mx-4 w-auto">
        <thead>
          <tr>
            <Head>Month (UTC)</Head>
            {['First', 'Last', 'Lowest', 'Highest'].map((label) => (
              <Head key={label} isNumeric>
                {label}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((month) => {
            const extent = month[measure];
            if (extent === null) return null;
            const { first, last, min, max } = extent;
            return (
              <Row key={month.month}>
                <Cell>{month.month}</Cell>
                {Object.entries({ first, last, min, max }).map(([key, value]) => (
                  <Cell key={key} isNumeric>
                    <Num value={value} />
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
