import { CircleCheck } from 'lucide-react';
import { StateBadge } from '@/components/bot/state-badge';
import { Link } from '@/components/ui/link';
import { Num } from '@/components/ui/num';
import { EmptyState } from '@/components/ui/states';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Ago } from '@/components/ui/time';
import { paths, withQuery } from '@/lib/contract/paths';
import type { BotRow } from '@/lib/view/admin-rows';

/** The bots that are stopped, silent or critical, worst first. */
export function WorstBots({ rows, nowMs }: { rows: readonly BotRow[]; nowMs: number }) {
  return (
    <section aria-labelledby="worst" className="mt-4 min-w-0 rounded border bg-surface">
      <h2 id="worst" className="px-4 pt-3 pb-1 font-semibold">
        Needs attention
      </h2>
      {rows.length === 0 ? (
        <EmptyState title="Nothing" icon={<CircleCheck />} className="py-6">
          No bot is stopped, silent or critical.
        </EmptyState>
      ) : (
        <Table label="Bots that need attention" isStacked>
          <thead>
            <tr>
              <Head>Name</Head>
              <Head>State</Head>
              <Head>Owner</Head>
              <Head isNumeric>Used</Head>
              <Head>Last report</Head>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id}>
                <Cell
                  label="Name"
                  className="max-w-60 truncate font-medium sm:max-lg:max-w-44"
                  title={row.name}
                >
                  <Link
                    href={paths.bot(row.id).page}
                    className="underline-offset-4 hover:underline sm:block sm:truncate"
                  >
                    <bdi>{row.name}</bdi>
                  </Link>
                </Cell>
                <Cell label="State">
                  <StateBadge state={row.state} nowMs={nowMs} />
                </Cell>
                <Cell label="Owner" className="max-w-48 truncate sm:max-lg:max-w-28" title={row.ownerEmail}>
                  <Link
                    href={withQuery(paths.admin.users, { q: row.ownerEmail })}
                    className="underline-offset-4 hover:underline sm:block sm:truncate"
                  >
                    <bdi>{row.ownerName}</bdi>
                  </Link>
                </Cell>
                <Cell label="Used" isNumeric>
                  <Num value={row.used} />
                  <span className="text-muted">
                    {' / '}
                    <Num value={row.limit} />
                  </span>
                </Cell>
                <Cell label="Last report">
                  {row.lastReportAtMs === null ? 'Never' : <Ago atMs={row.lastReportAtMs} nowMs={nowMs} />}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
