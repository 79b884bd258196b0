'use client';

import { BarsChart } from '@/components/charts/bars-chart';
import { Card } from '@/components/ui/card';
import { Num, SignedNum } from '@/components/ui/num';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { Analytics } from '@/lib/domain/history/analytics';
import { PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { growthRows } from '@/lib/view/analytics';
import { type Measure, paler, type Series } from '@/lib/view/charts/chart';
import { signedPercentText, signedText } from '@/lib/view/numbers';

type GrowthCardProps = { analytics: Analytics; measure: Measure; plan: PlanName; nowMs: number };

/** At the left of the change after it. */
const beforeOf = (color: string): Series => ({
  key: 'before',
  name: 'The period before',
  color: paler(color),
  kind: 'bar',
  stack: 'before',
});

/** How a count changed over a day, a week and a month, and over a year where the plan has it. */
export function GrowthCard({ analytics, measure, plan, nowMs }: GrowthCardProps) {
  const { key, name, color } = measure;
  const { current } = analytics.growth[key];
  const rows = growthRows(analytics, key, nowMs);
  // A change over a year would hide the others; months are drawn by themselves.
  const drawn = rows.filter(({ name: over }) => over !== 'Year');
  const hasBefore = analytics.advanced !== null;
  const isKnown = rows.some(({ value }) => value !== null);
  return (
    <Card title={name}>
      <p className="font-semibold text-xl">{current === null ? '–' : <Num value={current} />}</p>
      {isKnown ? (
        <BarsChart
          label={`Change of ${name.toLowerCase()} over a day, a week and a month`}
          rows={drawn}
          series={[
            ...(drawn.some(({ before }) => before !== null) ? [beforeOf(color)] : []),
            { key: 'value', name: 'Change', color, kind: 'bar' },
          ]}
          titleOf={(row) => row.name}
          valueText={signedText}
        />
      ) : (
        <p className="py-4 text-muted">The first change is shown when the bot has reported.</p>
      )}
      <Table label={`Growth of ${name.toLowerCase()}`} className="-mx-4 w-auto">
        <thead>
          <tr>
            <Head>Over</Head>
            <Head isNumeric>Change</Head>
            <Head isNumeric>Percent</Head>
            {hasBefore && <Head isNumeric>Before</Head>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name: over, value, percent, sinceMs, before }) => (
            <Row key={over}>
              <Cell>{over}</Cell>
              <Cell isNumeric>
                {value === null ? <span>Not known</span> : <SignedNum value={value} />}
                {sinceMs !== null && (
                  <span className="block text-muted text-xs">
                    since <Time atMs={sinceMs} style="day" />
                  </span>
                )}
              </Cell>
              <Cell isNumeric>{percent === null ? '–' : signedPercentText(percent)}</Cell>
              {hasBefore && <Cell isNumeric>{before === null ? '–' : <SignedNum value={before} />}</Cell>}
            </Row>
          ))}
        </tbody>
      </Table>
      <p className="pt-3 text-muted text-xs">
        The plan keeps the history for <span>{PLANS[plan].historyDays}</span> days.
      </p>
    </Card>
  );
}
