import { ChangeList } from '@/components/ui/change-list';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { PageQuery } from '@/lib/domain/paging';
import type { AuditRow } from '@/lib/view/admin-rows';
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
            <Cell label="Time">
              <Time atMs={row.atMs} style="second" />
            </Cell>
            <Cell label="Who" className="max-w-48 truncate">
              {row.actor}
            </Cell>
            <Cell label="Action">
              {row.action} <code className="text-muted text-xs">{row.actionCode}</code>
            </Cell>
            <Cell label="Subject" className="max-w-48 truncate" title={row.subject}>
              {row.subject}
            </Cell>
            <Cell label="Change" className="max-w-96 whitespace-normal text-xs">
              <ChangeList changes={row.changes} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
