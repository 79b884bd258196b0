'use client';

import { Sparkline } from '@/components/charts/sparkline';
import { Card } from '@/components/ui/card';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Num, SignedNum } from '@/components/ui/num';
import { Swatch } from '@/components/ui/swatch';
import { Time } from '@/components/ui/time';
import type { PageAnalytics } from '@/lib/contract/views';
import { DAY_MS, PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { type GrowthRow, growthRows } from '@/lib/view/analytics';
import type { Measure } from '@/lib/view/charts/chart';
import { signedPercentText } from '@/lib/view/numbers';

type GrowthCardProps = { analytics: PageAnalytics; measure: Measure; plan: PlanName; nowMs: number };

/** Left out on a phone: the change says it too. */
const NARROW = 'max-sm:hidden';

/** Days further apart are not joined. */
const GAP_MS = 2 * DAY_MS;

/** How a count changed over a day, a week and a month, and over a year where the plan has it, with the period before. */
export function GrowthCard({ analytics, measure, plan, nowMs }: GrowthCardProps) {
  const { key, name, color } = measure;
  const { current } = analytics.growth[key];
  const columns: readonly (Column<GrowthRow> | false)[] = [
    { header: 'In the last', cell: ({ name: over }) => over },
    { header: 'Change', isNumeric: true, cell: (row) => <Change {...row} /> },
    {
      header: 'Percent',
      isNumeric: true,
      className: NARROW,
      headClassName: NARROW,
      cell: ({ percent }) => (percent === null ? '–' : signedPercentText(percent)),
    },
    analytics.advanced !== null && {
      header: 'Period before',
      isNumeric: true,
      cell: ({ before }) => (before === null ? '–' : <SignedNum value={before} />),
    },
    {
      header: 'Course',
      isNumeric: true,
      cell: ({ trend }) =>
        trend !== null && (
          <span className="inline-flex align-middle">
            <Sparkline trend={trend} color={color} gapMs={trend.stepMs ?? GAP_MS} />
          </span>
        ),
    },
  ];
  return (
    <Card
      title={name}
      heading={
        <span className="flex items-center gap-2">
          <Swatch color={color} kind="line" />
          <span>{name}</span>
        </span>
      }
      aside={<p className="font-semibold text-xl">{current === null ? '–' : <Num value={current} />}</p>}
    >
      <DataTable
        label={`Growth of ${name.toLowerCase()}`}
        isStacked={false}
        className="-mx-4 w-auto border-t"
        columns={columns}
        rows={growthRows(analytics, key, nowMs)}
        keyOf={({ name: over }) => over}
      />
      <p className="mt-auto pt-3 text-muted text-xs">
        The plan keeps the history for <span>{PLANS[plan].historyDays}</span> days.
      </p>
    </Card>
  );
}

function Change({ value, sinceMs }: GrowthRow) {
  if (value === null) return <span className="text-muted">–</span>;
  return (
    <>
      <span className={value > 0 ? 'text-healthy' : value < 0 ? 'text-critical' : ''}>
        <SignedNum value={value} />
      </span>
      {sinceMs !== null && (
        <span className="block text-muted text-xs">
          since <Time atMs={sinceMs} style="day" />
        </span>
      )}
    </>
  );
}
