'use client';

import { CircleCheck, CirclePause, CircleSlash, Plus, Vote } from 'lucide-react';
import { use, useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { DialogButton } from '@/components/ui/dialog-button';
import { ItemCard, ItemCardFooter, ItemCards } from '@/components/ui/item-card';
import { Link } from '@/components/ui/link';
import { Num } from '@/components/ui/num';
import { ReadOnly } from '@/components/ui/read-only';
import { RowActions } from '@/components/ui/row-actions';
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
    <>
      <ItemCards
        title="Sources"
        label="Sources of votes"
        note={isFull && `A bot has at most ${SOURCES_MAX} sources.`}
        actions={sources.length > 0 && add}
        whenEmpty={
          sources.length === 0 && (
            <EmptyState title="No sources" icon={<Vote />} actions={add}>
              Botmeter holds no elections: it collects the votes that lists report. Add a source for each
              list, and paste its address there.
            </EmptyState>
          )
        }
      >
        {sources.map((source) => (
          <Source key={source.id} {...{ botId, source, nowMs }} onMade={show('The new secret is ready')} />
        ))}
      </ItemCards>
      {made !== null && <ShownSource {...made} origin={origin} onClose={() => setMade(null)} />}
    </>
  );
}

type SourceProps = {
  botId: string;
  source: SourceItem;
  nowMs: number;
  onMade: (source: ShownSourceValue) => void;
};

function Source({ botId, source, nowMs, onMade }: SourceProps) {
  const { id, name, kind, state, total, lastVoteAtMs } = source;
  return (
    <ItemCard icon={<Vote />} name={<bdi>{name}</bdi>} detail={KIND_WORDS[kind].name} state={STATES[state]}>
      <p className="text-control">
        <Num value={total} /> <span>{total === 1 ? 'vote' : 'votes'}</span>
        {lastVoteAtMs !== null && (
          <span className="text-muted">
            , last <Ago atMs={lastVoteAtMs} nowMs={nowMs} />
          </span>
        )}
      </p>
      {state !== 'deleted' && !use(ReadOnly) && (
        <ItemCardFooter>
          <Link href={sourceHref(botId, id)} className="rounded-inner underline underline-offset-4">
            Address and log
            <span className="sr-only">{` of ${name}`}</span>
          </Link>
          <RowActions>
            <SourceMenu source={source} onMade={onMade} />
          </RowActions>
        </ItemCardFooter>
      )}
    </ItemCard>
  );
}

const STATES = {
  on: (
    <Badge tone="healthy" icon={<CircleCheck />}>
      On
    </Badge>
  ),
  deleted: <Badge icon={<CircleSlash />}>Deleted</Badge>,
  paused: (
    <Badge tone="warning" icon={<CirclePause />}>
      Paused
    </Badge>
  ),
} as const satisfies Record<SourceItem['state'], unknown>;
