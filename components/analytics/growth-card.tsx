'use client';

import { Card } from '@/components/ui/card';
import { Num, SignedNum } from '@/components/ui/num';
import { useReader } from '@/components/ui/reader';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { Analytics } from '@/lib/domain/history/analytics';
import { PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { growthRows, type Measured } from '@/lib/view/analytics';
import { signedPercentText } from '@/lib/view/numbers';
import { ChangesChart } from './analytics-charts';
import { MEASURE_LOOK } from './measure-look';

type GrowthCardProps = { analytics: Analytics; measure: Measured; plan: PlanName; nowMs: number };

/** How a count changed over a day, a week and a month, and over a year where the plan has it. */
export function GrowthCard({ analytics, measure, plan, nowMs }: GrowthCardProps) {
  const { name, color } = MEASURE_LOOK[measure];
  const { current } = analytics.growth[measure];
  const rows = growthRows(analytics, measure, nowMs);
  // A change over a year would hide the others; months are drawn by themselves.
  const drawn = rows.filter(({ name: over }) => over !== 'Year');
  const { locale } = useReader();
  const hasBefore = analytics.advanced !== null;
  const isKnown = rows.some(({ value }) => value !== null);
  return (
    <Card title={name}>
      <p className="font-semibold text-xl">{current === null ? '–' : <Num value={current} />}</p>
      {isKnown ? (
        <ChangesChart
          label={`Change of ${name.toLowerCase()} over a day, a week and a month`}
          bars={drawn}
          color={color}
          name="Change"
          beforeName="The period before"
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
              <Cell isNumeric>{percent === null ? '–' : signedPercentText(percent, locale)}</Cell>
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
