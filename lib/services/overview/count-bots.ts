import { type Account, rollForward } from '@/lib/domain/account';
import { type BotCounts, countBot, noBots } from '@/lib/domain/bot-counts';
import { botState } from '@/lib/domain/bot-state';
import type { Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';
import { signsAt } from '../bots/signs';
import { BOT_COUNTS_LOCK } from '../locks';

/** A count of all bots that goes on in the next run. */
export type Counting = { readonly afterBotId: string; readonly counts: BotCounts };

/** A few milliseconds; calls run in between. */
const BOTS_AT_ONCE = 500;
/** A run takes at most a second, however many bots there are. */
const BATCHES_PER_RUN = 200;
/** The counts of another instance are good for this long. */
const FRESH_MS = 45_000;

/**
 * Counts all bots by state, and the calls of the day, for the overview. Returns where the next run goes on; `null` if
 * the count is complete and stored, or recent enough.
 */
export async function countBots(
  { directory }: Pick<Ports, 'directory'>,
  before: Counting | null,
  signal?: AbortSignal,
): Promise<Counting | null> {
  const begun = before ?? (await begin(directory));
  if (begun === null) return null;
  let counting = begun;
  for (let done = 0; done < BATCHES_PER_RUN && !signal?.aborted; done++) {
    const batch = await directory.read((tables, nowMs) => countBatch(tables, counting, nowMs));
    const { counts, lastBotId } = batch;
    if (lastBotId === null) {
      await directory.write([BOT_COUNTS_LOCK], ({ facts }, nowMs) => facts.put('bots', counts, nowMs));
      return null;
    }
    counting = { afterBotId: lastBotId, counts };
  }
  return counting;
}

async function countBatch(tables: Tables, { afterBotId, counts }: Counting, nowMs: number) {
  const { accounts, lastBotId } = await tables.bots.accountsAfter(afterBotId, BOTS_AT_ONCE);
  const signs = await signsAt(tables, nowMs);
  const stateOf = (account: Account) => botState(rollForward(account, nowMs), signs, nowMs).name;
  return {
    counts: accounts.reduce((sum, account) => countBot(sum, account, stateOf(account)), counts),
    lastBotId,
  };
}

const begin = (directory: Ports['directory']): Promise<Counting | null> =>
  directory.read(async ({ facts }, nowMs) => {
    const stored = await facts.find('bots');
    const isFresh = stored !== null && stored.atMs <= nowMs && nowMs - stored.atMs < FRESH_MS;
    return isFresh ? null : { afterBotId: '', counts: noBots(nowMs) };
  });
