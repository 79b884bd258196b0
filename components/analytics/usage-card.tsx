'use client';

import { BarsChart } from '@/components/charts/bars-chart';
import { ChartCard } from '@/components/charts/chart-card';
import { DaysTable } from '@/components/charts/loaded-tables';
import { RangeBar } from '@/components/charts/range-bar';
import { Num } from '@/components/ui/num';
import { ToggleLinks } from '@/components/ui/toggle-group';
import type { Annotations } from '@/lib/contract/bot-view';
import { isDayOf, type Range } from '@/lib/domain/history/history';
import { DAY_COUNTS_KEPT } from '@/lib/domain/quota/days';
import { usageHref } from '@/lib/view/bot-page';
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
  /** Of the page. */
  path: string;
  /** `null` for all days that are kept. */
  range: Range | null;
  nowMs: number;
  /** Whether the page lets one choose `by`. */
  isByChosen?: boolean;
};

/** The counted calls of each day by operation or by key, with those of the cycle in words. */
export function UsageCard({ title = 'What used the quota', botId, by, split: all, ...rest }: UsageCardProps) {
  const { annotations, path, range, nowMs, isByChosen = false } = rest;
  const isShown = isDayOf(range ?? 'all', DAY_COUNTS_KEPT, nowMs);
  const split = { ...all, days: all.days.filter(({ date }) => isShown(date)) };
  const { series, rows } = splitChart(split);
  const hrefOf = (to: Range | null, of: SplitBy) => usageHref(path, to, isByChosen ? of : 'operation');
  return (
    <ChartCard
      title={title}
      aside={
        <>
          {isByChosen && (
            <ToggleLinks
              aria-label="Calls by"
              value={by}
              options={[
                { value: 'operation', label: 'By operation', href: hrefOf(range, 'operation') },
                { value: 'key', label: 'By key', href: hrefOf(range, 'key') },
              ]}
            />
          )}
          <RangeBar
            range={range ?? 'all'}
            historyDays={DAY_COUNTS_KEPT}
            hrefOf={(to) => hrefOf(to, by)}
            query={isByChosen ? { by } : {}}
            {...{ nowMs }}
          />
        </>
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
          <p className="py-6 text-center text-muted">
            No calls were counted in this range. The calls of a day are kept for 31 days.
          </p>
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
