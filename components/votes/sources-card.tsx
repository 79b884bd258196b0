'use client';

import { CirclePause, CircleSlash, Plus, Vote } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { AGO_WIDTH } from '@/components/ui/column-width';
import { type Column, DataTable } from '@/components/ui/data-table';
import { DialogButton } from '@/components/ui/dialog-button';
import { Link } from '@/components/ui/link';
import { Num } from '@/components/ui/num';
import { EmptyState } from '@/components/ui/states';
import { Ago } from '@/components/ui/time';
import type { ShownSourceValue } from '@/lib/contract/shown';
import type { SourceItem } from '@/lib/contract/votes-view';
import { SOURCES_MAX } from '@/lib/domain/votes/vote';
import { KIND_WORDS, sourceHref } from '@/lib/view/vote-words';
import { AddSourceDialog, ShownSource } from './source-dialogs';
import { SourceMenu } from './source-menu';

type Props = {
  botId: string;
  sources: readonly SourceItem[];
  origin: string;
  nowMs: number;
};

/** The lists that report votes, with what they have brought. */
export function SourcesCard({ botId, sources, origin, nowMs }: Props) {
  const [made, setMade] = useState<{ title: string; source: ShownSourceValue } | null>(null);
  const show = (title: string) => (source: ShownSourceValue) => setMade({ title, source });
  const isFull = sources.filter(({ state }) => state !== 'deleted').length >= SOURCES_MAX;
  const add = !isFull && (
    <DialogButton
      variant="primary"
      dialog={(close) => (
        <AddSourceDialog botId={botId} onMade={show('The source is ready')} onClose={close} />
      )}
    >
      <Plus />
      Add source
    </DialogButton>
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
        <DataTable
          label="Sources of votes"
          className="-mx-4 w-auto"
          columns={columns(botId, nowMs)}
          rows={sources}
          keyOf={({ id }) => id}
          actions={(source) =>
            source.state !== 'deleted' && (
              <SourceMenu source={source} onMade={show('The new secret is ready')} />
            )
          }
        />
      )}
      {made !== null && <ShownSource {...made} origin={origin} onClose={() => setMade(null)} />}
    </Card>
  );
}

const columns = (botId: string, nowMs: number): readonly Column<SourceItem>[] => [
  {
    header: 'Source',
    className: 'max-w-64 whitespace-normal py-2',
    cell: ({ name, kind }) => (
      <>
        <bdi className="wrap-anywhere block font-medium">{name}</bdi>
        <span className="block text-muted text-xs">{KIND_WORDS[kind].name}</span>
      </>
    ),
  },
  { header: 'State', cell: ({ state }) => STATES[state] },
  { header: 'Votes', isNumeric: true, cell: ({ total }) => <Num value={total} /> },
  {
    header: 'Last vote',
    className: AGO_WIDTH,
    cell: ({ lastVoteAtMs }) =>
      lastVoteAtMs === null ? 'None yet' : <Ago atMs={lastVoteAtMs} nowMs={nowMs} />,
  },
  {
    header: 'Log',
    cell: ({ id, name, state }) =>
      state !== 'deleted' && (
        <Link href={sourceHref(botId, id)} className="rounded-inner underline underline-offset-4">
          Address and log
          <span className="sr-only">{` of ${name}`}</span>
        </Link>
      ),
  },
];

const STATES = {
  on: <span>On</span>,
  deleted: <Badge icon={<CircleSlash />}>Deleted</Badge>,
  paused: (
    <Badge tone="warning" icon={<CirclePause />}>
      Paused
    </Badge>
  ),
} as const satisfies Record<SourceItem['state'], unknown>;
