import type { Principal } from '@/lib/domain/principal';
import { findBot } from './find-bot';
import type { ApiKey, Ports } from './ports';
import { done, type Result } from './result';

/** The keys of a bot that `who` may manage, without anything that could be used as one. */
export async function listKeys(
  { directory }: Ports,
  who: Principal,
  botId: string,
): Promise<Result<ApiKey[]>> {
  return directory.read(async (tables) => {
    const found = await findBot(tables, who, botId);
    return found.ok ? done(await tables.keys.listOfBot(botId)) : found;
  });
}
