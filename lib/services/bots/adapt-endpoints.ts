import type { Bot } from '@/lib/domain/bot';
import { planEndpoints, switchedOff, switchedOn } from '@/lib/domain/endpoint';
import type { Tables } from '@/lib/ports/directory';

/**
 * What a change of a bot does to its endpoints (contract section 9): another owner pauses all that are on, and another
 * plan pauses or resumes the newest. Part of the write that changes the bot.
 */
export async function adaptEndpoints(
  { endpoints }: Tables,
  before: Bot,
  after: Bot,
  nowMs: number,
): Promise<void> {
  if (after.ownerId === before.ownerId && after.plan === before.plan) return;
  const all = await endpoints.listOfBots([after.id]);
  if (after.ownerId !== before.ownerId) {
    const ids = all.filter(({ status }) => status !== 'off').map(({ id }) => id);
    await endpoints.update(ids, switchedOff('paused', 'owner', nowMs));
  } else {
    const { pausedIds, resumedIds } = planEndpoints(all, after.plan);
    await endpoints.update(pausedIds, switchedOff('paused', 'plan', nowMs));
    await endpoints.update(resumedIds, switchedOn(nowMs));
  }
  await endpoints.schedule(all.map(({ id }) => id));
}
