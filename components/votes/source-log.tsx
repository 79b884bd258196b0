import { ChevronLeft, CircleAlert, CircleCheck, CircleSlash, Clock, TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { RefreshEvery } from '@/components/ui/busy';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Num } from '@/components/ui/num';
import { EmptyState } from '@/components/ui/states';
import { Cell, Head, Row, Table } from '@/components/ui/table';
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
              This source is paused since <Time atMs={source.pausedAtMs} />: what the list sends is not
              stored.
            </Notice>
          )}
          <PasteSteps kind={source.kind} address={address} />
          <p className="mt-2 text-muted text-xs">
            The secret was shown once, when the source was made. Is it lost? Delete the source, and add it
            again.
          </p>
        </Card>
        <Card title="Deliveries">
          {deliveries.length === 0 ? (
            <EmptyState title="Nothing received yet" icon={<Clock />}>
              Each delivery with the right secret appears here, with what became of it.
            </EmptyState>
          ) : (
            <DeliveriesTable deliveries={deliveries} />
          )}
          <p className="mt-2 text-muted text-xs">{`The last ${DELIVERIES_LOGGED} whose secret was right.`}</p>
        </Card>
        <Card title="Refused signatures">
          {refused.length === 0 ? (
            <p className="text-muted text-sm">None in the last 30 days.</p>
          ) : (
            <Table label="Refused signatures by hour, newest first" className="-mx-4 w-auto">
              <thead>
                <tr>
                  <Head>Last one in the hour</Head>
                  <Head isNumeric>Refused</Head>
                </tr>
              </thead>
              <tbody>
                {refused.map(({ hourMs, count, lastAtMs }) => (
                  <Row key={hourMs}>
                    <Cell>
                      <Time atMs={lastAtMs} style="second" />
                    </Cell>
                    <Cell isNumeric>
                      <Num value={count} />
                    </Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          )}
        </Card>
      </div>
    </>
  );
}

function DeliveriesTable({ deliveries }: Pick<Props, 'deliveries'>) {
  return (
    <Table label="Deliveries, newest first" isStacked className="-mx-4 w-auto">
      <thead>
        <tr>
          <Head>Time</Head>
          <Head isNumeric>Status</Head>
          <Head>What became of it</Head>
          <Head>Trace of the list</Head>
        </tr>
      </thead>
      <tbody>
        {deliveries.map(({ id, atMs, status, outcome, trace }) => {
          const { tone, text } = OUTCOME_WORDS[outcome];
          return (
            <Row key={id}>
              <Cell label="Time">
                <Time atMs={atMs} style="second" />
              </Cell>
              <Cell label="Status" isNumeric>
                {status}
              </Cell>
              <Cell label="What became of it" className="whitespace-normal py-2">
                <Badge tone={tone} icon={ICONS[tone]} className="h-auto min-h-6 whitespace-normal">
                  {text}
                </Badge>
              </Cell>
              <Cell label="Trace of the list" className="max-w-60 truncate" title={trace}>
                {trace === '' ? '–' : <code translate="no">{trace}</code>}
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
