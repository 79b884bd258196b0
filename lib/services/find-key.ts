import type { Principal } from '@/lib/domain/principal';
import { findBot } from './find-bot';
import type { ApiKey, Tables } from './ports';
import { done, notFound, type Result } from './result';

/** A key of a bot that `who` may manage. A foreign and an unknown key give the same refusal. */
export async function findKey(tables: Tables, who: Principal, keyId: string): Promise<Result<ApiKey>> {
  const key = await tables.keys.findById(keyId);
  const bot = key === null ? null : await findBot(tables, who, key.botId);
  return key !== null && bot?.ok === true ? done(key) : notFound('There is no such key.', 'keyId');
}
