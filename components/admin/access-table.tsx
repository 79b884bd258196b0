import { type Column, DataTable } from '@/components/ui/data-table';
import { Num } from '@/components/ui/num';
import { Time } from '@/components/ui/time';
import type { PageQuery } from '@/lib/domain/text/paging';
import type { AccessRow } from '@/lib/view/admin-rows';

type Props = { rows: readonly AccessRow[]; path: string; query: PageQuery };

const COLUMNS: readonly Column<AccessRow>[] = [
  { header: 'Last', sort: 'time', cell: ({ lastAtMs }) => <Time atMs={lastAtMs} style="second" /> },
  {
    header: 'Who',
    className: 'max-w-40 truncate xl:max-w-60',
    title: ({ who }) => who,
    cell: ({ who }) => who,
  },
  { header: 'What', cell: ({ what }) => what },
  { header: 'In the hour', isNumeric: true, cell: ({ count }) => <Num value={count} /> },
  { header: 'Last with', cell: ({ detail }) => detail },
  {
    header: 'Last from',
    cell: ({ address }) => (address === '' ? '–' : <code translate="no">{address}</code>),
  },
];

/** Sign-ins and denials, one row per hour, kind and person. */
export const AccessTable = ({ rows, ...sorted }: Props) => (
  <DataTable
    label="Sign-ins and denials"
    columns={COLUMNS}
    rows={rows}
    keyOf={({ id }) => id}
    sorted={sorted}
  />
);
