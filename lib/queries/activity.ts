import type { ActivityView } from '@/lib/contract/activity-view';
import { ACTIVITY_PATH } from '@/lib/contract/api-paths';
import type { ActivityFilter } from '@/lib/domain/people/activity';
import { fetchInTurn, taggedQuery } from './fetch-json';
import { ofBot } from './of-bot';

function pathOf(botId: string, filter: ActivityFilter, page?: number): string {
  const query = Object.entries({ ...filter, page: page ?? null }).filter(([, value]) => value !== null);
  const texts = query.map(([name, value]) => [name, String(value)]);
  return `${ACTIVITY_PATH.replace('{botId}', botId)}?${new URLSearchParams(texts)}`;
}

/** A page of a bot's activity. */
export const activityQuery = (botId: string, filter: ActivityFilter, page: number) =>
  taggedQuery<ActivityView>([...ofBot(botId), 'activity', filter, page], pathOf(botId, filter, page));

/** All pages of a bot's activity. */
export const readActivity = (botId: string, filter: ActivityFilter): Promise<ActivityView> =>
  fetchInTurn<ActivityView>(pathOf(botId, filter));
