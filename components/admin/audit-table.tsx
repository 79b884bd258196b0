import { ChangeList } from '@/components/ui/change-list';
import { Link } from '@/components/ui/link';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { PageQuery } from '@/lib/domain/text/paging';
import type { AuditRef, AuditRow } from '@/lib/view/audit-rows';
import { SortHead } from './list-head';

/** The entries of the audit log: time, actor, action, subject and changes. */
export function AuditTable({
  rows,
  path,
  query,
}: {
  rows: readonly AuditRow[];
  path: string;
  query: PageQuery;
}) {
  return (
    <Table label="Audit log" isStacked>
      <thead>
        <tr>
          <SortHead path={path} query={query} sort="time">
            Time
          </SortHead>
          <Head>Who</Head>
          <Head>Action</Head>
          <Head>Subject</Head>
          <Head>Change</Head>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id}>
            <Cell label="Time" className="sm:max-lg:whitespace-normal">
              <Time atMs={row.atMs} style="second" />
            </Cell>
            <Cell label="Who" className="max-w-40 truncate sm:max-lg:max-w-28" title={row.actor.title}>
              <Reference to={row.actor} />
            </Cell>
            <Cell label="Action">
              <span>{row.action}</span>{' '}
              <code translate="no" className="text-muted text-xs sm:max-xl:block">
                {row.actionCode}
              </code>
            </Cell>
            <Cell label="Subject" className="max-w-40 truncate sm:max-lg:max-w-28" title={row.subject.title}>
              <Reference to={row.subject} />
            </Cell>
            <Cell label="Change" className="max-w-96 whitespace-normal py-2 text-xs sm:max-lg:min-w-60">
              <ChangeList changes={row.changes} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Reference({ to: { text, href } }: { to: AuditRef }) {
  if (href === null) return <bdi>{text}</bdi>;
  return (
    <Link href={href} className="underline-offset-4 hover:underline sm:block sm:truncate">
      <bdi>{text}</bdi>
    </Link>
  );
}
