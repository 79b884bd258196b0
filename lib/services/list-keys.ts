import type { Principal } from '@/lib/domain/principal';
import { findBot } from './find-bot';
import type { ApiKey, Bot, Ports } from './ports';
import { done, type Result } from './result';

export type KeysOfBot = { readonly nowMs: number; readonly bot: Bot; readonly keys: readonly ApiKey[] };

/** The keys of a bot that `who` may manage, oldest first, without anything that could be used as one. */
export async function listKeys(
  { directory }: Ports,
  who: Principal,
  botId: string,
): Promise<Result<KeysOfBot>> {
  return directory.read(async (tables, nowMs) => {
    const found = await findBot(tables, who, botId);
    if (!found.ok) return found;
    return done({ nowMs, bot: found.value, keys: await tables.keys.listOfBot(botId) });
  });
}
