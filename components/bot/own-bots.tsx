'use client';

import { useQuery } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { Pagination } from '@/components/ui/pagination';
import { EmptyState } from '@/components/ui/states';
import { OWN_BOTS_PER_PAGE, type OwnBotsView } from '@/lib/contract/bot-view';
import { paths, withQuery } from '@/lib/contract/paths';
import { ownBotsQuery } from '@/lib/queries/dashboard';
import { pageLinks } from '@/lib/view/list-query';
import { BotCard, BotGrid } from './bot-card';
import { Live } from './live';
import { StaleNotice } from './stale-notice';

/** The signed-in person's bots, refreshed regularly. */
export function OwnBots({ first }: { first: OwnBotsView }) {
  return (
    <Live>
      <Cards first={first} />
    </Live>
  );
}

function Cards({ first }: { first: OwnBotsView }) {
  const { data, error } = useQuery({ ...ownBotsQuery(first.page), initialData: first });
  if (data.total === 0) {
    return (
      <div className="rounded border bg-surface">
        <EmptyState title="No bots yet" icon={<Bot />}>
          An administrator registers bots and gives them to their owners. Yours will appear here.
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <StaleNotice error={error} />
      <BotGrid>
        {data.bots.map(({ isDisabled, usage }) => (
          <BotCard
            key={usage.bot.id}
            botId={usage.bot.id}
            name={usage.bot.name}
            planDisplayName={usage.tier.displayName}
            isDisabled={isDisabled}
            apiCalls={usage.usage.apiCalls}
            lastReportAtMs={usage.updates.lastUpdate === null ? null : Date.parse(usage.updates.lastUpdate)}
            nowMs={data.nowMs}
          />
        ))}
      </BotGrid>
      {data.total > OWN_BOTS_PER_PAGE && (
        <div className="mt-4">
          <Pagination
            noun="bots"
            {...pageLinks({ ...data, pageSize: OWN_BOTS_PER_PAGE }, (page) =>
              withQuery(paths.bots, { page }),
            )}
          />
        </div>
      )}
    </>
  );
}
