import { Num } from '@/components/ui/num';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { PageQuery } from '@/lib/domain/paging';
import type { AccessRow } from '@/lib/view/admin-rows';
import { SortHead } from './list-head';

type Props = { rows: readonly AccessRow[]; path: string; query: PageQuery };

/** Sign-ins and denials, one row per hour, kind and person. */
export function AccessTable({ rows, path, query }: Props) {
  return (
    <Table label="Sign-ins and denials" isStacked>
      <thead>
        <tr>
          <SortHead path={path} query={query} sort="time">
            Last
          </SortHead>
          <Head>Who</Head>
          <Head>What</Head>
          <Head isNumeric>Count in that hour</Head>
          <Head>Last method or action</Head>
          <Head>Last from</Head>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id}>
            <Cell label="Last">
              <Time atMs={row.lastAtMs} style="second" />
            </Cell>
            <Cell label="Who" className="max-w-60 truncate" title={row.who}>
              {row.who}
            </Cell>
            <Cell label="What">{row.what}</Cell>
            <Cell label="Count in that hour" isNumeric>
              <Num value={row.count} />
            </Cell>
            <Cell label="Last method or action">{row.detail}</Cell>
            <Cell label="Last from">{row.address === '' ? '–' : <code>{row.address}</code>}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
