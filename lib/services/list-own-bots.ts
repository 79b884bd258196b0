import type { OwnBotsView } from '@/lib/contract/bot-view';
import { settle } from '@/lib/domain/account';
import type { Principal } from '@/lib/domain/principal';
import { usageRecord } from '@/lib/domain/usage-record';
import type { Ports } from './ports';
import { done, forbidden, type Result } from './result';

/** The bots of the person who asks, by name. */
export async function listOwnBots({ directory }: Ports, who: Principal): Promise<Result<OwnBotsView>> {
  if (who.kind !== 'person') return forbidden();
  return directory.read(async ({ bots }, nowMs) => {
    const listings = await bots.listingsOwnedBy(who.userId);
    return done({
      nowMs,
      bots: listings.map(({ account }) => ({
        isDisabled: account.isDisabled,
        usage: usageRecord(settle(account, nowMs), nowMs),
      })),
    });
  });
}
