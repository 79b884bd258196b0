import { LongTable } from '@/components/ui/long-table';
import { useReader } from '@/components/ui/reader';
import { Cell, Row } from '@/components/ui/table';
import type { Day } from '@/lib/view/day-bars';
import { numberText } from '@/lib/view/numbers';
import { utcDateText } from '@/lib/view/times';
import { RefusedLink } from './refused-link';

const COLUMNS = [
  { label: 'Day (UTC)' },
  { label: 'Counted', isNumeric: true },
  { label: 'Refused', isNumeric: true },
];

type CallsTableProps = {
  /** Oldest first. */
  bars: readonly Day[];
  refusedHrefOf: (day: Day) => string | null;
};

/** Calls per day as a table, the latest day first. */
export function CallsTable({ bars, refusedHrefOf }: CallsTableProps) {
  const { locale } = useReader();
  return (
    <LongTable
      label="Calls per day, newest first"
      columns={COLUMNS}
      rows={bars.toReversed()}
      drawRow={(bar) => (
        <Row key={bar.date}>
          <Cell>
            <time dateTime={bar.date}>{utcDateText(bar.date, locale)}</time>
          </Cell>
          <Cell isNumeric>{numberText(bar.calls, locale)}</Cell>
          <Cell isNumeric>
            <RefusedLink href={refusedHrefOf(bar)} count={bar.rejected}>
              {numberText(bar.rejected, locale)}
            </RefusedLink>
          </Cell>
        </Row>
      )}
    />
  );
}
