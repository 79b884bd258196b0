import type { Bot } from '@/lib/domain/bot';
import { type Caller, mayAdminister } from '@/lib/domain/caller';
import type { Ports } from '@/lib/ports/ports';
import { done, forbidden, type Result } from '../result';

export async function listBots({ directory }: Ports, who: Caller): Promise<Result<Bot[]>> {
  if (!mayAdminister(who)) return forbidden();
  return done(await directory.read(({ bots }) => bots.list()));
}
