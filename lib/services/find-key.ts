import type { Principal } from '@/lib/domain/principal';
import { findBot } from './find-bot';
import type { ApiKey, Tables } from './ports';
import { done, foreign, notFound, type Result } from './result';

const NO_KEY = 'There is no such key.';

/** A key of a bot that `who` may manage. A foreign and an unknown key give the same refusal. */
export async function findKey(tables: Tables, who: Principal, keyId: string): Promise<Result<ApiKey>> {
  const key = await tables.keys.findById(keyId);
  if (key === null) return notFound(NO_KEY, 'keyId');
  const bot = await findBot(tables, who, key.botId);
  return bot.ok ? done(key) : foreign(NO_KEY, 'keyId');
}
