import { Num } from '@/components/ui/num';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import type { BotCounts } from '@/lib/domain/bots/bot-counts';

/** Counted and refused calls of all bots, of this UTC day and the one before. */
export function CallsTotals({ today, yesterday }: Pick<BotCounts, 'today' | 'yesterday'>) {
  const days = [
    { name: 'Today', totals: today },
    { name: 'Yesterday', totals: yesterday },
  ];
  return (
    <div className="-mx-4">
      <Table label="Calls of all bots">
        <thead>
          <tr>
            <Head>UTC day</Head>
            <Head isNumeric>Counted</Head>
            <Head isNumeric>Refused</Head>
          </tr>
        </thead>
        <tbody>
          {days.map(({ name, totals }) => (
            <Row key={name}>
              <Cell>{name}</Cell>
              <Cell isNumeric>
                <Num value={totals.calls} />
              </Cell>
              <Cell isNumeric>
                <Num value={totals.rejected} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
