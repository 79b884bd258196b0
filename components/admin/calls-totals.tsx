'use client';

import { CallsChart } from '@/components/charts/calls-card';
import { Num } from '@/components/ui/num';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import type { BotCounts } from '@/lib/domain/bots/bot-counts';
import { dayText } from '@/lib/domain/text/time';

/** Counted and refused calls of all bots: of the last days as bars, of today and yesterday in numbers. */
export function CallsTotals({ day, days }: Pick<BotCounts, 'day' | 'days'>) {
  const dated = days.map((totals, at) => ({ ...totals, date: dayText(day - days.length + 1 + at) }));
  return (
    <>
      <CallsChart days={dated} />
      <div className="-mx-4 mt-2">
        <Table label="Calls of all bots">
          <thead>
            <tr>
              <Head>UTC day</Head>
              <Head isNumeric>Counted</Head>
              <Head isNumeric>Refused</Head>
            </tr>
          </thead>
          <tbody>
            {dated
              .slice(-2)
              .toReversed()
              .map(({ date, calls, rejected }, at) => (
                <Row key={date}>
                  <Cell>{at === 0 ? 'Today' : 'Yesterday'}</Cell>
                  <Cell isNumeric>
                    <Num value={calls} />
                  </Cell>
                  <Cell isNumeric>
                    <Num value={rejected} />
                  </Cell>
                </Row>
              ))}
          </tbody>
        </Table>
      </div>
    </>
  );
}
