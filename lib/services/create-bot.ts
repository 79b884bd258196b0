import { NAME_FAULT, parseName } from '@/lib/domain/names';
import { PLANS, type PlanName } from '@/lib/domain/plan';
import { actorOf, mayAdminister, type Principal } from '@/lib/domain/principal';
import { isSnowflake } from '@/lib/domain/report';
import { findUser, type UserRef } from './find-user';
import type { Bot, Ports } from './ports';
import { prunePiece, pruneReports } from './prune-history';
import { conflict, done, forbidden, invalid, type Result } from './result';

export type NewBot = {
  readonly id: string;
  readonly name: string;
  readonly owner: UserRef;
  readonly plan: PlanName;
};

/** Registers a bot; its cycles count from now. Refuses a bad or taken id, a bad name, an unknown owner. */
export async function createBot({ directory }: Ports, who: Principal, input: NewBot): Promise<Result<Bot>> {
  if (!mayAdminister(who)) return forbidden();
  if (!isSnowflake(input.id)) return invalid('A bot id is a snowflake: 17 to 20 digits.', 'id');
  const name = parseName(input.name);
  if (name === null) return invalid(NAME_FAULT, 'name');
  // A former bot's history may still be going; none of it is to be the new one's.
  await pruneReports({ directory }, input.id);
  return directory.write(async (tables, nowMs) => {
    const owner = await findUser(tables, input.owner);
    if (!owner.ok) return owner;
    if ((await tables.bots.findById(input.id)) !== null) {
      return conflict(`There is already a bot with the id ${input.id}.`, 'id');
    }
    if (await prunePiece(tables, input.id, nowMs)) {
      return conflict('A bot with this id is just being deleted; try again in a moment.', 'id');
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
    };
    await tables.bots.insert(bot);
    const after = { name, ownerId: bot.ownerId, plan: bot.plan };
    await tables.audit.append({ actor: actorOf(who), action: 'bot.create', subject: bot.id, after }, nowMs);
    return done(bot);
  });
}
