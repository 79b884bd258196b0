import { ChangeList } from '@/components/ui/change-list';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/ui/time';
import type { PageQuery } from '@/lib/domain/text/paging';
import type { AuditRef, AuditRow } from '@/lib/view/audit-rows';

type Props = { rows: readonly AuditRow[]; path: string; query: PageQuery };

const NARROW = 'max-w-40 truncate sm:max-lg:max-w-28';

const COLUMNS: readonly Column<AuditRow>[] = [
  {
    header: 'Time',
    sort: 'time',
    className: 'sm:max-lg:whitespace-normal',
    cell: ({ atMs }) => <Time atMs={atMs} style="second" />,
  },
  {
    header: 'Who',
    className: NARROW,
    title: ({ actor }) => actor.title,
    cell: ({ actor }) => <Reference to={actor} />,
  },
  {
    header: 'Action',
    cell: ({ action, actionCode }) => (
      <>
        <span>{`${action} `}</span>
        <code translate="no" className="text-muted text-xs sm:max-xl:block">
          {actionCode}
        </code>
      </>
    ),
  },
  {
    header: 'Subject',
    className: NARROW,
    title: ({ subject }) => subject.title,
    cell: ({ subject }) => <Reference to={subject} />,
  },
  {
    header: 'Change',
    className: 'max-w-96 whitespace-normal py-2 text-xs sm:max-lg:min-w-56',
    cell: ({ changes }) => <ChangeList changes={changes} />,
  },
];

/** The entries of the audit log: time, actor, action, subject and changes. */
export const AuditTable = ({ rows, ...sorted }: Props) => (
  <DataTable label="Audit log" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} sorted={sorted} />
);

function Reference({ to: { text, href } }: { to: AuditRef }) {
  if (href === null) return <bdi>{text}</bdi>;
  return (
    <Link href={href} className="underline-offset-4 hover:underline sm:block sm:truncate">
      <bdi>{text}</bdi>
    </Link>
  );
}
