import { OWN_BOTS_PER_PAGE, type OwnBotsView } from '@/lib/contract/bot-view';
import { rollForward } from '@/lib/domain/account';
import type { Caller } from '@/lib/domain/caller';
import { usageRecord } from '@/lib/domain/usage-record';
import type { Ports } from '@/lib/ports/ports';
import { done, forbidden, type Result } from '../result';

/** A page of the caller's own bots, by name; `page` counts from 1. */
export async function listOwnBots(
  { directory }: Ports,
  who: Caller,
  page: number,
): Promise<Result<OwnBotsView>> {
  if (who.kind !== 'person') return forbidden();
  return directory.read(async ({ bots }, nowMs) => {
    const listings = await bots.listingsOwnedBy(who.userId, page, OWN_BOTS_PER_PAGE);
    return done({
      nowMs,
      page,
      total: await bots.countOwnedBy(who.userId),
      bots: listings.map(({ account }) => ({
        isDisabled: account.isDisabled,
        usage: usageRecord(rollForward(account, nowMs), nowMs),
      })),
    });
  });
}
