'use client';

import { DownloadButton } from '@/components/ui/download-button';
import type { ActivityFilter } from '@/lib/domain/people/activity';

/** Downloads all pages of a bot's activity. */
export function ActivityCsv({ botId, filter }: { botId: string; filter: ActivityFilter }) {
  async function makeText(): Promise<string> {
    // Loaded on demand: few visits of the page need it.
    const [{ readActivity }, { activityCsv }] = await Promise.all([
      import('@/lib/queries/activity'),
      import('@/lib/view/activity-rows'),
    ]);
    return activityCsv((await readActivity(botId, filter)).entries);
  }
  const fileName = `${botId}-activity${filter.range === null ? '' : `-${filter.range.replaceAll(':', '')}`}.csv`;
  return <DownloadButton label="CSV" fileName={fileName} mediaType="text/csv" makeText={makeText} />;
}
