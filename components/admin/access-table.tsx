import { Num } from '@/components/ui/num';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { PageQuery } from '@/lib/domain/text/paging';
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
          <Head isNumeric>In the hour</Head>
          <Head>Last with</Head>
          <Head>Last from</Head>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id}>
            <Cell label="Last">
              <Time atMs={row.lastAtMs} style="second" />
            </Cell>
            <Cell label="Who" className="max-w-40 truncate xl:max-w-60" title={row.who}>
              {row.who}
            </Cell>
            <Cell label="What">{row.what}</Cell>
            <Cell label="In the hour" isNumeric>
              <Num value={row.count} />
            </Cell>
            <Cell label="Last with">{row.detail}</Cell>
            <Cell label="Last from">
              {row.address === '' ? '–' : <code translate="no">{row.address}</code>}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
