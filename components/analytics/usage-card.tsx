'use client';

import { BarsChart } from '@/components/charts/bars-chart';
import { ChartCard } from '@/components/charts/chart-card';
import { DaysTable } from '@/components/charts/loaded-tables';
import { Num } from '@/components/ui/num';
import { ToggleLinks } from '@/components/ui/toggle-group';
import type { Annotations } from '@/lib/contract/bot-view';
import { dayTitle } from '@/lib/view/charts/readings';
import {
  partKey,
  partsOf,
  type SplitBy,
  splitChart,
  splitCsv,
  type UsageSplit,
} from '@/lib/view/usage-split';

type UsageCardProps = {
  title?: string;
  botId: string;
  by: SplitBy;
  split: UsageSplit;
  annotations: Annotations | null;
  /** Of the page; without it the calls are shown by `by` alone. */
  href?: string;
};

/** The counted calls of each day by operation or by key, with those of the cycle in words. */
export function UsageCard({ title = 'What used the quota', botId, by, split, ...rest }: UsageCardProps) {
  const { annotations, href } = rest;
  const { series, rows } = splitChart(split);
  return (
    <ChartCard
      title={title}
      aside={
        href !== undefined && (
          <ToggleLinks
            aria-label="Calls by"
            value={by}
            options={[
              { value: 'operation', label: 'By operation', href },
              { value: 'key', label: 'By key', href: `${href}?by=key` },
            ]}
          />
        )
      }
      chart={
        split.days.some(({ calls }) => calls > 0) ? (
          <BarsChart
            label={`Counted calls per day by ${by}`}
            {...{ rows, series, annotations }}
            titleOf={dayTitle}
            values={Object.fromEntries(
              series.map(({ key, calls }) => [key, <Num key={key} value={calls} />]),
            )}
            caption={
              <span>Counted calls, one bar per day in UTC. The numbers above are those of the cycle.</span>
            }
          />
        ) : (
          <p className="py-6 text-center text-muted">No calls were counted in the last 31 days.</p>
        )
      }
      table={
        <DaysTable
          label="Counted calls per day"
          rows={split.days.map(partsOf)}
          columns={[
            { key: 'calls', name: 'Calls' },
            ...split.names.map(({ name }, at) => ({ key: partKey(at), name })),
          ]}
        />
      }
      csvName={`${botId}-calls-by-${by}.csv`}
      makeCsv={async () => splitCsv(split)}
    />
  );
}
