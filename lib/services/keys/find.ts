import type { ApiKey } from '@/lib/domain/api-key';
import type { Bot } from '@/lib/domain/bot';
import type { Caller } from '@/lib/domain/caller';
import type { Lock, Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { botLock } from '../locks';
import { done, notFound, notOwned, type Result } from '../result';

const NO_KEY = 'There is no such key.';

/** A key with its bot, which `who` may manage. Another owner's key and an unknown key get the same refusal. */
export async function findKey(
  tables: Tables,
  who: Caller,
  keyId: string,
): Promise<Result<{ readonly key: ApiKey; readonly bot: Bot }>> {
  const key = await tables.keys.findById(keyId);
  // An unknown key costs the same reads as another owner's, so the time tells nothing.
  const bot = await findBot(tables, who, key?.botId ?? '');
  if (key === null) return notFound(NO_KEY, 'keyId');
  return bot.ok ? done({ key, bot: bot.value }) : notOwned(NO_KEY, 'keyId');
}

/** The lock of a key's bot, which a key never leaves. For an unknown key it costs the same. */
export async function lockOfKey({ directory }: Pick<Ports, 'directory'>, keyId: string): Promise<Lock> {
  const key = await directory.read(({ keys }) => keys.findById(keyId));
  return botLock(key?.botId ?? '');
}
