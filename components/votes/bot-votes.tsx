'use client';

import { use } from 'react';
import { ReadOnly } from '@/components/ui/read-only';
import type { Range } from '@/lib/domain/history/history';
import { LIVE, useLive } from '@/lib/queries/use-live';
import { votesQuery } from '@/lib/queries/votes';
import { SourcesCard } from './sources-card';
import { VotersCard } from './voters-card';
import { VotesCard } from './votes-card';

type Props = {
  botId: string;
  range: Range;
  /** The place behind which voters are shown; empty for the newest. */
  cursor: string;
  origin: string;
};

/** The votes of a bot, kept up to date. */
export function BotVotes({ botId, range, cursor, origin }: Props) {
  const { data } = useLive(votesQuery(botId, range, cursor), LIVE.list);
  const { nowMs, sources, voters, nextCursor } = data;
  return (
    <div className="flex flex-col gap-4">
      <VotesCard view={data} range={range} />
      <SourcesCard {...{ botId, sources, origin, nowMs }} />
      {!use(ReadOnly) && <VotersCard {...{ botId, range, voters, cursor, nextCursor, nowMs }} />}
    </div>
  );
}
