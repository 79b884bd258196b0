import { LongTable } from '@/components/ui/long-table';
import { Num } from '@/components/ui/num';
import type { Series } from '@/lib/view/charts/chart';
import { utcDateText } from '@/lib/view/times';
import { RefusedLink } from './refused-link';

type DaysTableProps = {
  label: string;
  /** Oldest first. */
  rows: readonly { readonly date: string; readonly [key: string]: unknown }[];
  columns: readonly Pick<Series, 'key' | 'name'>[];
  /** Where the refused calls of a day are explained. */
  refusedHrefOf?: (day: { readonly date: string; readonly rejected: number }) => string | null;
};

/** The days of a chart of bars as a table, the latest first. */
export function DaysTable({ label, rows, columns, refusedHrefOf }: DaysTableProps) {
  return (
    <LongTable
      label={`${label}, newest first`}
      isStacked={false}
      columns={[
        {
          header: 'Day (UTC)',
          cell: ({ date }) => <time dateTime={date}>{utcDateText(date)}</time>,
        },
        ...columns.map(({ key, name }) => ({
          header: name,
          isNumeric: true,
          cell: ({ date, ...day }: (typeof rows)[number]) => {
            const count = Number(day[key]);
            const href = key === 'rejected' ? refusedHrefOf?.({ date, rejected: count }) : null;
            return (
              <RefusedLink href={href ?? null} count={count}>
                <Num value={count} />
              </RefusedLink>
            );
          },
        })),
      ]}
      rows={rows.toReversed()}
      keyOf={({ date }) => date}
    />
  );
}
