import type { Bot } from '@/lib/domain/bots/bot';
import { actorOf, type Caller } from '@/lib/domain/people/caller';
import { nameError, parseName } from '@/lib/domain/people/names';
import { PLANS, type PlanName } from '@/lib/domain/quota/plan';
import { isSnowflake } from '@/lib/domain/reports/report';
import { NEW_SILENCE_TERMS } from '@/lib/domain/silences/silence-terms';
import type { Ports } from '@/lib/ports/ports';
import { conflict, done, forbidden, invalidFields, type Result } from '../result';
import { may } from '../rights';
import { findOwner, ownerLocks, storeOwner, type UserRef } from '../users/find';
import { botLock, writeAsAdmin } from '../write';

export type NewBot = {
  readonly id: string;
  readonly name: string;
  readonly owner: UserRef;
  readonly plan: PlanName;
};

/**
 * Registers a bot; its first cycle starts now. Refuses an invalid or taken id, an invalid name and an unknown owner.
 */
export async function createBot(ports: Ports, who: Caller, input: NewBot): Promise<Result<Bot>> {
  if (!may(who, null, 'administer')) return forbidden();
  const name = parseName(input.name);
  const isId = isSnowflake(input.id);
  if (!isId || name === null) {
    const owner = await ports.directory.read((tables, nowMs) => findOwner(tables, input.owner, nowMs));
    return invalidFields({
      id: isId ? null : 'A bot id is a snowflake: 17 to 20 digits.',
      name: nameError(input.name),
      email: owner.ok ? null : owner.refusal.message,
    });
  }
  const locks = [botLock(input.id), ...(await ownerLocks(ports, input.owner))];
  return writeAsAdmin(ports, who, locks, async (tables, nowMs, _, record) => {
    const owner = await findOwner(tables, input.owner, nowMs);
    if (!owner.ok) return owner;
    if ((await tables.bots.findById(input.id)) !== null) {
      return conflict(`There is already a bot with the id ${input.id}.`, 'id');
    }
    // What a deleted bot with this id has left, the new one must not get.
    if (await tables.removals.hasRows(input.id)) {
      await tables.removals.addBot(input.id, nowMs);
      return conflict('A bot with this id is just being deleted. Try again in a minute.', 'id');
    }
    const bot: Bot = {
      id: input.id,
      name,
      ownerId: owner.value.id,
      isDisabled: false,
      registeredAtMs: nowMs,
      plan: input.plan,
      planChangedAtMs: null,
      formerHistoryDays: PLANS[input.plan].historyDays,
      ...NEW_SILENCE_TERMS,
    };
    await storeOwner(tables, owner.value, actorOf(who), nowMs);
    await tables.bots.insert(bot);
    const after = { name, ownerId: bot.ownerId, plan: bot.plan };
    await record('bot.create', bot.id, { after });
    return done(bot);
  });
}
