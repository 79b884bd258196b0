import { ChevronLeft, CircleAlert, CircleCheck, CircleSlash, Clock, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { RefreshEvery } from '@/components/ui/busy';
import { Card } from '@/components/ui/card';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Num } from '@/components/ui/num';
import { EmptyState } from '@/components/ui/states';
import { Time } from '@/components/ui/time';
import { paths } from '@/lib/contract/paths';
import { DELIVERIES_LOGGED, type VoteDelivery, type VoteSource } from '@/lib/domain/votes/vote';
import { OUTCOME_WORDS } from '@/lib/view/vote-words';
import { PasteSteps } from './paste-steps';

type Props = {
  source: VoteSource;
  /** With the origin. */
  address: string;
  /** The newest first. */
  deliveries: readonly (VoteDelivery & { readonly id: string })[];
  /** By hour, the newest first. */
  refused: readonly { readonly hourMs: number; readonly count: number; readonly lastAtMs: number }[];
};

const READ_EVERY_MS = 20_000;

const ICONS = {
  healthy: <CircleCheck />,
  neutral: <CircleSlash />,
  warning: <TriangleAlert />,
  critical: <CircleAlert />,
} as const;

const REFUSED: readonly Column<Props['refused'][number]>[] = [
  { header: 'Last one in the hour', cell: ({ lastAtMs }) => <Time atMs={lastAtMs} style="second" /> },
  { header: 'Refused', isNumeric: true, cell: ({ count }) => <Num value={count} /> },
];

const DELIVERIES: readonly Column<Props['deliveries'][number]>[] = [
  { header: 'Time', cell: ({ atMs }) => <Time atMs={atMs} style="second" /> },
  { header: 'Status', isNumeric: true, cell: ({ status }) => status },
  {
    header: 'Result',
    className: 'whitespace-normal py-2',
    cell: ({ outcome }) => {
      const { tone, text } = OUTCOME_WORDS[outcome];
      return (
        <Badge tone={tone} icon={ICONS[tone]} className="h-auto min-h-6 whitespace-normal">
          {text}
        </Badge>
      );
    },
  },
  {
    header: 'Trace of the list',
    className: 'max-w-60 truncate',
    title: ({ trace }) => trace,
    cell: ({ trace }) => (trace === '' ? '–' : <code translate="no">{trace}</code>),
  },
];

/** The address of a source, and its deliveries. */
export function SourceLog({ source, address, deliveries, refused }: Props) {
  return (
    <>
      <RefreshEvery ms={READ_EVERY_MS} />
      <Link
        href={paths.bot(source.botId).votes}
        className="mb-2 inline-flex min-h-8 items-center gap-1 rounded-inner underline-offset-4 hover:underline"
      >
        <ChevronLeft className="size-4" />
        All votes
      </Link>
      <div className="flex flex-col gap-4">
        <Card title={`Address of ${source.name}`}>
          {source.pausedAtMs !== null && (
            <Notice tone="warning" role="none" className="mb-3">
              This source is paused since <Time atMs={source.pausedAtMs} />: votes from this list are not
              stored.
            </Notice>
          )}
          <PasteSteps kind={source.kind} address={address} />
          <p className="mt-2 text-muted text-xs">
            The secret was shown once, when the source was added. If you have lost it, rotate it.
          </p>
        </Card>
        <Card title="Deliveries">
          {deliveries.length === 0 ? (
            <EmptyState title="Nothing received yet" icon={<Clock />}>
              Each delivery with the right secret appears here with its result.
            </EmptyState>
          ) : (
            <DataTable
              label="Deliveries, newest first"
              className="-mx-4 w-auto"
              columns={DELIVERIES}
              rows={deliveries}
              keyOf={({ id }) => id}
            />
          )}
          <p className="mt-2 text-muted text-xs">{`The last ${DELIVERIES_LOGGED} deliveries with the right secret.`}</p>
        </Card>
        <Card title="Refused signatures">
          {refused.length === 0 ? (
            <p className="text-muted text-sm">None in the last 30 days.</p>
          ) : (
            <DataTable
              label="Refused signatures by hour, newest first"
              isStacked={false}
              className="-mx-4 w-auto"
              columns={REFUSED}
              rows={refused}
              keyOf={({ hourMs }) => hourMs}
            />
          )}
        </Card>
      </div>
    </>
  );
}
