import { afterPlanChange } from '@/lib/domain/history';
import { NAME_FAULT, parseName } from '@/lib/domain/names';
import type { PlanName } from '@/lib/domain/plan';
import { actorOf, mayAdminister, type Principal } from '@/lib/domain/principal';
import { changed } from './changed';
import { findBot } from './find-bot';
import { findUser, type UserRef } from './find-user';
import type { Bot, Ports } from './ports';
import { done, forbidden, invalid, type Result } from './result';

/** A plan takes effect on the bot's next call; its count and cycle are kept (contract section 1). */
export type BotChange = {
  readonly name?: string;
  readonly plan?: PlanName;
  readonly owner?: UserRef;
  readonly isDisabled?: boolean;
};

/** Changes a bot's name, plan, owner, or whether its calls are served: all of it or, when something is wrong, nothing. */
export async function changeBot(
  { directory }: Ports,
  who: Principal,
  id: string,
  change: BotChange,
): Promise<Result<Bot>> {
  if (!mayAdminister(who)) return forbidden();
  return directory.write(async (tables, nowMs) => {
    const found = await findBot(tables, who, id);
    if (!found.ok) return found;
    const bot = found.value;
    const name = parseName(change.name ?? bot.name);
    if (name === null) return invalid(NAME_FAULT, 'name');
    const owner = await findUser(tables, change.owner ?? { userId: bot.ownerId });
    if (!owner.ok) return owner;
    const { before, after } = changed(bot, {
      name,
      ownerId: owner.value.id,
      plan: change.plan ?? bot.plan,
      isDisabled: change.isDisabled ?? bot.isDisabled,
    });
    if (after === null) return done(bot);
    const retention = after.plan === undefined ? {} : afterPlanChange(bot, after.plan, nowMs);
    await tables.bots.update(id, { ...after, ...retention }, nowMs);
    await tables.audit.append(
      { actor: actorOf(who), action: 'bot.change', subject: id, before, after },
      nowMs,
    );
    return done({ ...bot, ...after, ...retention });
  });
}
