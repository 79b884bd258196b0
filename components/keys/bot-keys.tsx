'use client';

import { UsageCard } from '@/components/analytics/usage-card';
import { Pagination } from '@/components/ui/pagination';
import { paths } from '@/lib/contract/paths';
import type { Range } from '@/lib/domain/history/history';
import { PAGE_SIZE } from '@/lib/domain/text/paging';
import { keysQuery } from '@/lib/queries/keys';
import { LIVE, useLive } from '@/lib/queries/use-live';
import { keysHref } from '@/lib/view/bot-page';
import { pageLinks } from '@/lib/view/list-query';
import { splitUsage } from '@/lib/view/usage-split';
import { KeysTable } from './keys-table';

type Props = { botId: string; range: Range | null; page: number; origin: string };

/** The keys of one bot, a page of them. */
export function BotKeys({ botId, range, page, origin }: Props) {
  const { data } = useLive(keysQuery(botId, page), LIVE.list);
  const links = pageLinks({ page: data.page, total: data.total, pageSize: PAGE_SIZE }, (n) =>
    keysHref(botId, range, n),
  );
  return (
    <>
      <KeysTable items={data.items} view={data} origin={origin} nowMs={data.nowMs} />
      {data.total > PAGE_SIZE && (
        <div className="mt-4">
          <Pagination noun="keys" one="key" {...links} />
        </div>
      )}
      {data.usage !== null && data.usage.keys.length > 0 && (
        <div className="mt-4">
          <UsageCard
            title="Calls per day by key"
            by="key"
            {...{ botId, range }}
            path={paths.bot(botId).keys}
            nowMs={data.nowMs}
            split={splitUsage(data.usage, 'key')}
            annotations={data.annotations}
          />
        </div>
      )}
    </>
  );
}
