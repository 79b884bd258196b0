import { StateBadge } from '@/components/bot/state-badge';
import type { Column } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import { Num } from '@/components/ui/num';
import { Ago } from '@/components/ui/time';
import { paths, withQuery } from '@/lib/contract/paths';
import type { BotRow } from '@/lib/view/admin-rows';

const LINK = 'underline-offset-4 hover:underline sm:block sm:truncate';

/** The columns of tables of bots. */
export const botColumns = (nowMs: number) =>
  ({
    name: {
      header: 'Name',
      title: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link href={paths.bot(id).page} className={LINK}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    state: { header: 'State', cell: ({ state }) => <StateBadge state={state} nowMs={nowMs} /> },
    owner: {
      header: 'Owner',
      title: ({ ownerEmail }) => ownerEmail,
      cell: ({ ownerEmail, ownerName }) => (
        <Link href={withQuery(paths.admin.users, { q: ownerEmail })} className={LINK}>
          <bdi>{ownerName}</bdi>
        </Link>
      ),
    },
    used: {
      header: 'Quota used',
      isNumeric: true,
      cell: ({ used, limit }) => (
        <>
          <Num value={used} />
          <span className="text-muted">
            {' / '}
            <Num value={limit} />
          </span>
        </>
      ),
    },
    lastReport: {
      header: 'Last report',
      cell: ({ lastReportAtMs }) =>
        lastReportAtMs === null ? 'Never' : <Ago atMs={lastReportAtMs} nowMs={nowMs} />,
    },
  }) as const satisfies Readonly<Record<string, Column<BotRow>>>;
