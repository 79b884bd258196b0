import { botEvents } from '@/lib/domain/alerts/service-events';
import { planWebhooks, switchedOff, switchedOn } from '@/lib/domain/alerts/webhook';
import { rollForward } from '@/lib/domain/bots/account';
import type { Bot } from '@/lib/domain/bots/bot';
import { afterPlanChange } from '@/lib/domain/history/history';
import { actorOf, type Caller } from '@/lib/domain/people/caller';
import { NAME_ERROR, nameError, parseNewName, reasonError } from '@/lib/domain/people/names';
import type { PlanName } from '@/lib/domain/quota/plan';
import { settled } from '@/lib/domain/quota/plan-request';
import { eventsOfPlanChange } from '@/lib/domain/reports/call-events';
import { intervalMinutesInForce } from '@/lib/domain/silences/silence-terms';
import type { Ports, Tables } from '@/lib/ports/ports';
import { done, forbidden, invalid, type Result } from '../result';
import { may } from '../rights';
import { findOwner, ownerLocks, storeOwner, type UserRef } from '../users/find';
import { botLock, changed, type Recorder, writeAsAdmin } from '../write';
import { revokeAllKeys } from './delete';
import { findBot } from './find';

/** A new plan takes effect on the bot's next call; its count and cycle stay (contract section 1). */
export type BotChange = {
  readonly name?: string;
  readonly plan?: PlanName;
  readonly owner?: UserRef;
  /** Whether another owner ends all keys, which the former one may know; `null`, not chosen yet, is refused then. */
  readonly revokesKeys?: boolean | null;
  /** Whether the people of the bot stay with another owner; the new owner's own role ends, and the former one gets none. */
  readonly keepsPeople?: boolean;
  readonly isDisabled?: boolean;
  /** Why it is disabled, for its owner to read; empty for none. Also changes the reason of a disabled bot. */
  readonly disabledReason?: string;
};

/** Changes a bot's name, plan, owner or disabled state: all of it or, if anything is invalid, nothing. */
export async function changeBot(
  ports: Ports,
  who: Caller,
  id: string,
  change: BotChange,
): Promise<Result<Bot>> {
  if (!may(who, null, 'administer')) return forbidden();
  const newOwner = change.owner === undefined ? [] : await ownerLocks(ports, change.owner);
  return writeAsAdmin(ports, who, [botLock(id), ...newOwner], (tables, nowMs, actor, record) =>
    applyChange(ports, { tables, nowMs, actor, record }, id, change),
  );
}

/** The transaction of an admin's write that holds the lock of the bot. */
type Writing = {
  readonly tables: Tables;
  readonly nowMs: number;
  readonly actor: Caller;
  readonly record: Recorder;
};

/** `changeBot` inside a write that does more. */
export async function applyChange(
  { secrets }: Pick<Ports, 'secrets'>,
  { tables, nowMs, actor, record }: Writing,
  id: string,
  change: BotChange,
): Promise<Result<Bot>> {
  const found = await findBot(tables, actor, id, 'administer');
  if (!found.ok) return found;
  const bot = found.value;
  const name = parseNewName(change.name, bot.name);
  if (name === null) return invalid(nameError(change.name ?? '') ?? NAME_ERROR, 'name');
  const isDisabled = change.isDisabled ?? bot.isDisabled;
  const given = change.disabledReason?.trim() || null;
  const reasonWrong = given === null ? null : reasonError(given);
  if (reasonWrong !== null) return invalid(reasonWrong, 'reason');
  const owner = await findOwner(tables, change.owner ?? { userId: bot.ownerId }, nowMs);
  if (!owner.ok) return owner;
  const { before, after } = changed(
    { disabledReason: null, ...bot },
    {
      name,
      ownerId: owner.value.id,
      plan: change.plan ?? bot.plan,
      isDisabled,
      disabledReason: isDisabled ? (given ?? bot.disabledReason ?? null) : null,
    },
  );
  if (after === null) return done(bot);
  if (after.ownerId !== undefined && change.revokesKeys === null) {
    return invalid('Choose what happens to its keys.', 'keys');
  }
  const ofPlan =
    after.plan === undefined
      ? {}
      : {
          ...afterPlanChange(bot, after.plan, nowMs),
          formerIntervalMinutes: intervalMinutesInForce(bot, nowMs),
        };
  const enabledAtMs = after.isDisabled === false ? nowMs : bot.enabledAtMs;
  await storeOwner(tables, owner.value, actorOf(actor), nowMs);
  await tables.bots.update(id, { ...after, ...ofPlan, enabledAtMs }, nowMs);
  const next: Bot = { ...bot, ...after, ...ofPlan, enabledAtMs };
  await adaptWebhooks(tables, bot, next, nowMs);
  await tables.events.insert(botEvents(bot, next, nowMs, secrets.newId()), actorOf(actor));
  if (next.plan !== bot.plan) {
    await recordCrossing(tables, id, bot.plan, nowMs);
    await settleRequest(tables, next, nowMs);
  }
  await record('bot.change', id, { before, after });
  if (after.ownerId !== undefined) {
    await tables.people.deleteOfBot(id, change.keepsPeople);
    for (const userId of [bot.ownerId, after.ownerId]) await tables.people.delete(id, userId);
    if (!change.keepsPeople) await tables.alertSettings.deleteOfBot(id);
    await tables.bots.update(id, { isPublic: false }, nowMs);
    // The next owner did not ask, and an answer was for the former one.
    await tables.planRequests.delete(id);
    await tables.votes.endSecrets(id, nowMs);
  }
  if (change.revokesKeys && after.ownerId !== undefined) {
    await revokeAllKeys(tables, actorOf(actor), next, nowMs);
  }
  return done(next);
}

/**
 * What a change of a bot does to its webhooks (contract section 9): another owner pauses all that are on, and another
 * plan pauses or resumes the newest. Part of the write that changes the bot.
 */
async function adaptWebhooks({ webhooks }: Tables, before: Bot, after: Bot, nowMs: number): Promise<void> {
  if (after.ownerId === before.ownerId && after.plan === before.plan) return;
  const all = await webhooks.listOfBots([after.id]);
  if (after.ownerId !== before.ownerId) {
    const ids = all.filter(({ status }) => status !== 'off').map(({ id }) => id);
    await webhooks.update(ids, switchedOff('paused', 'owner', nowMs));
  } else {
    const { pausedIds, resumedIds } = planWebhooks(all, after.plan);
    await webhooks.update(pausedIds, switchedOff('paused', 'plan', nowMs));
    await webhooks.update(resumedIds, switchedOn(nowMs));
  }
  await webhooks.schedule(all.map(({ id }) => id));
}

/** A change of the plan settles an open plan request, and forgets the answer to an earlier one. */
async function settleRequest({ planRequests }: Tables, { id, plan }: Bot, nowMs: number): Promise<void> {
  const request = await planRequests.find(id);
  if (request?.status === 'open') await planRequests.put(settled(request, plan, nowMs));
  else await planRequests.delete(id);
}

/**
 * Writes what a plan change causes, in its transaction. The new plan is already written: from then on the bot's row is
 * locked, so that no call is counted between this read and the commit.
 */
async function recordCrossing(
  { bots, events }: Tables,
  botId: string,
  formerPlan: PlanName,
  nowMs: number,
): Promise<void> {
  const stored = await bots.findAccount(botId);
  if (stored === null) return;
  const account = rollForward(stored, nowMs);
  const noted = eventsOfPlanChange({ ...account, plan: formerPlan }, account, nowMs);
  if (noted === null) return;
  await events.insert(noted.events);
  await bots.update(botId, { alerts: noted.alerts }, nowMs);
}
