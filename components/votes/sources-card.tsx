'use client';

import { CirclePause, CircleSlash, Ellipsis, Plus, Vote } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { AGO_WIDTH } from '@/components/ui/column-width';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { Menu } from '@/components/ui/menu';
import { Num } from '@/components/ui/num';
import { EmptyState } from '@/components/ui/states';
import { Cell, Head, Row, Table } from '@/components/ui/table';
import { Ago } from '@/components/ui/time';
import type { SourceItem } from '@/lib/contract/votes-view';
import { SOURCES_MAX } from '@/lib/domain/votes/vote';
import { KIND_WORDS, sourceHref } from '@/lib/view/vote-words';
import { AddSourceDialog, DeleteSourceDialog, RotateSourceDialog, TurnSourceDialog } from './source-dialogs';

type RowDialog = 'delete' | 'turn' | 'rotate';
type Opened = { readonly what: 'add' } | { readonly what: RowDialog; readonly source: SourceItem };

type Props = {
  botId: string;
  sources: readonly SourceItem[];
  origin: string;
  nowMs: number;
};

/** The lists that report votes, with what they have brought. */
export function SourcesCard({ botId, sources, origin, nowMs }: Props) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const isFull = sources.filter(({ state }) => state !== 'deleted').length >= SOURCES_MAX;
  const add = !isFull && (
    <Button variant="primary" onClick={() => setOpened({ what: 'add' })}>
      <Plus />
      Add source
    </Button>
  );
  return (
    <Card title="Sources" aside={sources.length > 0 && add}>
      {isFull && <p className="pb-2 text-muted text-sm">{`A bot has at most ${SOURCES_MAX} sources.`}</p>}
      {sources.length === 0 ? (
        <EmptyState title="No sources" icon={<Vote />} actions={add}>
          Botmeter holds no elections: it collects the votes that lists report. Add a source for each list,
          and paste its address there.
        </EmptyState>
      ) : (
        <Table label="Sources of votes" isStacked className="-mx-4 w-auto">
          <thead>
            <tr>
              <Head>Source</Head>
              <Head>State</Head>
              <Head isNumeric>Votes</Head>
              <Head>Last vote</Head>
              <Head>Log</Head>
              <Head>
                <span className="sr-only">Actions</span>
              </Head>
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <SourceRow
                key={source.id}
                source={source}
                botId={botId}
                nowMs={nowMs}
                onOpen={(what) => setOpened({ what, source })}
              />
            ))}
          </tbody>
        </Table>
      )}
      {opened?.what === 'add' && <AddSourceDialog botId={botId} origin={origin} onClose={close} />}
      {opened?.what === 'delete' && <DeleteSourceDialog {...opened} onClose={close} />}
      {opened?.what === 'rotate' && <RotateSourceDialog {...opened} origin={origin} onClose={close} />}
      {opened?.what === 'turn' && <TurnSourceDialog {...opened} onClose={close} />}
    </Card>
  );
}

type RowProps = {
  source: SourceItem;
  botId: string;
  nowMs: number;
  onOpen: (what: RowDialog) => void;
};

function SourceRow({ source, botId, nowMs, onOpen }: RowProps) {
  const { id, kind, name, state, mustRotate, total, lastVoteAtMs } = source;
  const rotate = { label: 'Rotate secret…', onSelect: () => onOpen('rotate') };
  return (
    <Row>
      <Cell label="Source" className="max-w-64 whitespace-normal py-2">
        <bdi className="wrap-anywhere block font-medium">{name}</bdi>
        <span className="block text-muted text-xs">{KIND_WORDS[kind].name}</span>
      </Cell>
      <Cell label="State">
        {state === 'on' && <span>On</span>}
        {state === 'deleted' && <Badge icon={<CircleSlash />}>Deleted</Badge>}
        {state === 'paused' && (
          <Badge tone="warning" icon={<CirclePause />}>
            Paused
          </Badge>
        )}
      </Cell>
      <Cell label="Votes" isNumeric>
        <Num value={total} />
      </Cell>
      <Cell label="Last vote" className={AGO_WIDTH}>
        {lastVoteAtMs === null ? 'None yet' : <Ago atMs={lastVoteAtMs} nowMs={nowMs} />}
      </Cell>
      <Cell label="Log">
        {state !== 'deleted' && (
          <Link href={sourceHref(botId, id)} className="rounded-inner underline underline-offset-4">
            Address and log
            <span className="sr-only">{` of ${name}`}</span>
          </Link>
        )}
      </Cell>
      <Cell className="text-right">
        {state !== 'deleted' && (
          <span className="no-script-hide inline-flex items-center gap-1">
            {state === 'paused' && (
              <Button size="sm" onClick={() => onOpen(mustRotate ? 'rotate' : 'turn')}>
                <span>{mustRotate ? 'Rotate secret…' : 'Resume…'}</span>
                <span className="sr-only">{` ${name}`}</span>
              </Button>
            )}
            <Menu
              trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis />} />}
              groups={[
                mustRotate
                  ? [rotate]
                  : [
                      {
                        label: state === 'paused' ? 'Resume…' : 'Pause…',
                        onSelect: () => onOpen('turn'),
                      },
                      rotate,
                    ],
                [{ label: 'Delete…', isDestructive: true, onSelect: () => onOpen('delete') }],
              ]}
            />
          </span>
        )}
      </Cell>
    </Row>
  );
}
