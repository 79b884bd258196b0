import { mayAdminister, type Principal } from '@/lib/domain/principal';
import type { Bot, Ports } from './ports';
import { done, forbidden, type Result } from './result';

export async function listBots({ directory }: Ports, who: Principal): Promise<Result<Bot[]>> {
  if (!mayAdminister(who)) return forbidden();
  return done(await directory.read(({ bots }) => bots.list()));
}
