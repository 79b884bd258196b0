import type { ActivityView } from '@/lib/contract/activity-view';
import { ACTIVITY_PATH } from '@/lib/contract/dashboard-paths';
import type { ActivityFilter } from '@/lib/domain/activity';
import { readInTurn } from './read';

/** Reads a bot's activity, all pages. Rejects if the service does not respond with it. */
export async function readActivity(botId: string, { kind, day }: ActivityFilter): Promise<ActivityView> {
  const query = new URLSearchParams({ kind, ...(day !== null && { day }) });
  const response = await readInTurn(`${ACTIVITY_PATH.replace('{botId}', botId)}?${query}`);
  if (!response.ok) throw new Error(`The activity could not be read (${response.status}).`);
  return response.json();
}
