import type { ActivityView } from '@/lib/contract/activity-view';
import { ACTIVITY_PATH } from '@/lib/contract/api-paths';
import type { ActivityFilter } from '@/lib/domain/people/activity';
import { fetchInTurn, taggedQuery } from './fetch-json';
import { ofBot } from './of-bot';

function pathOf(botId: string, { kind, day }: ActivityFilter, page?: number): string {
  const query = { kind, ...(day !== null && { day }), ...(page && { page: String(page) }) };
  return `${ACTIVITY_PATH.replace('{botId}', botId)}?${new URLSearchParams(query)}`;
}

/** A page of a bot's activity. */
export const activityQuery = (botId: string, { kind, day }: ActivityFilter, page: number) =>
  taggedQuery<ActivityView>(
    [...ofBot(botId), 'activity', kind, day, page],
    pathOf(botId, { kind, day }, page),
  );

/** All pages of a bot's activity. */
export const readActivity = (botId: string, filter: ActivityFilter): Promise<ActivityView> =>
  fetchInTurn<ActivityView>(pathOf(botId, filter));
