import { afterPlanChange } from '@/lib/domain/history';
import { NAME_FAULT, parseName } from '@/lib/domain/names';
import type { PlanName } from '@/lib/domain/plan';
import { actorOf, mayAdminister, type Principal } from '@/lib/domain/principal';
import { findBot } from './find-bot';
import { findUser, type UserRef } from './find-user';
import type { Bot, Ports, Tables } from './ports';
import { done, forbidden, invalid, type Result } from './result';

/** A plan takes effect on the bot's next call; its count and cycle are kept (contract section 1). */
export type BotChange =
  | { readonly plan: PlanName }
  | { readonly name: string }
  | { readonly owner: UserRef }
  | { readonly isDisabled: boolean };

/** Changes the plan, the name, the owner, or whether the bot's calls are served. */
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
    const planned = await planChange(tables, bot, change, nowMs);
    if (!planned.ok) return planned;
    const { action, fields, before, after } = planned.value;
    await tables.bots.update(bot.id, fields, nowMs);
    await tables.audit.append({ actor: actorOf(who), action, subject: bot.id, before, after }, nowMs);
    return done({ ...bot, ...fields });
  });
}

type Planned = {
  readonly action: string;
  readonly fields: Partial<Bot>;
  readonly before: object;
  readonly after: object;
};

async function planChange(
  tables: Tables,
  bot: Bot,
  change: BotChange,
  nowMs: number,
): Promise<Result<Planned>> {
  if ('plan' in change) {
    const fields = change.plan === bot.plan ? {} : afterPlanChange(bot, change.plan, nowMs);
    return done({ action: 'bot.set-plan', fields, before: { plan: bot.plan }, after: change });
  }
  if ('name' in change) {
    const name = parseName(change.name);
    if (name === null) return invalid(NAME_FAULT, 'name');
    return done({ action: 'bot.rename', fields: { name }, before: { name: bot.name }, after: { name } });
  }
  if ('isDisabled' in change) {
    const action = change.isDisabled ? 'bot.disable' : 'bot.enable';
    return done({ action, fields: change, before: { isDisabled: bot.isDisabled }, after: change });
  }
  const owner = await findUser(tables, change.owner);
  if (!owner.ok) return owner;
  const fields = { ownerId: owner.value.id };
  return done({ action: 'bot.set-owner', fields, before: { ownerId: bot.ownerId }, after: fields });
}
