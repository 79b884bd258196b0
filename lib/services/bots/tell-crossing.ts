import { rollForward } from '@/lib/domain/account';
import type { PlanName } from '@/lib/domain/plan';
import { toldByPlanChange } from '@/lib/domain/quota-events';
import type { Tables } from '@/lib/ports/directory';

/**
 * Writes what a plan change causes, in its transaction. The new plan is already written: from then on the bot's row is
 * locked, so that no call is counted between this read and the commit.
 */
export async function tellCrossing(
  { bots, events }: Tables,
  botId: string,
  formerPlan: PlanName,
  nowMs: number,
): Promise<void> {
  const stored = await bots.findAccount(botId);
  if (stored === null) return;
  const account = rollForward(stored, nowMs);
  const told = toldByPlanChange({ ...account, plan: formerPlan }, account, nowMs);
  if (told === null) return;
  await events.insert(told.events);
  await bots.update(botId, { alerts: told.alerts }, nowMs);
}
