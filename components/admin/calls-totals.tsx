'use client';

import { CallsChart } from '@/components/charts/calls-card';
import { DataTable } from '@/components/ui/data-table';
import { Num } from '@/components/ui/num';
import type { BotCounts } from '@/lib/domain/bots/bot-counts';
import { dayText } from '@/lib/domain/text/time';

/** Counted and refused calls of all bots: of the last days as bars, of today and yesterday in numbers. */
export function CallsTotals({ day, days }: Pick<BotCounts, 'day' | 'days'>) {
  const dated = days.map((totals, at) => ({ ...totals, date: dayText(day - days.length + 1 + at) }));
  return (
    <>
      <CallsChart days={dated} />
      <div className="-mx-4 mt-2">
        <DataTable
          label="Calls of all bots"
          isStacked={false}
          columns={[
            { header: 'UTC day', cell: ({ name }) => name },
            { header: 'Counted', isNumeric: true, cell: ({ calls }) => <Num value={calls} /> },
            { header: 'Refused', isNumeric: true, cell: ({ rejected }) => <Num value={rejected} /> },
          ]}
          rows={dated
            .slice(-2)
            .toReversed()
            .map((totals, at) => ({ ...totals, name: at === 0 ? 'Today' : 'Yesterday' }))}
          keyOf={({ date }) => date}
        />
      </div>
    </>
  );
}
