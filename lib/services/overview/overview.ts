import { parseBackup, parseBotCounts } from '@/lib/contract/service-facts';
import { type Account, rollForward } from '@/lib/domain/bots/account';
import type { BotListing } from '@/lib/domain/bots/bot';
import { type BotCounts, countBot, noBots } from '@/lib/domain/bots/bot-counts';
import { type BotState, type BotStateName, botState } from '@/lib/domain/bots/bot-state';
import { type Caller, mayAdminister } from '@/lib/domain/people/caller';
import type { Waiting } from '@/lib/ports/events';
import type { Ports, Tables } from '@/lib/ports/ports';
import { signsAt } from '../bots/read';
import { done, forbidden, type Result } from '../result';
import { BOT_COUNTS_LOCK } from '../write';

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

type ListedBot = BotListing & { readonly state: BotState };

/** The whole service at a glance, for admins. */
type Overview = {
  readonly nowMs: number;
  /** `null` before the first count. */
  readonly counts: (BotCounts & { readonly atMs: number }) | null;
  /** The worst bots of the count, in their state now. */
  readonly worst: readonly ListedBot[];
  readonly databaseBytes: number;
  /** The last backup by command; `null` if there was none. */
  readonly backup: { readonly atMs: number; readonly bytes: number } | null;
  /** How far a new installation is. */
  readonly begun: { readonly hasPeople: boolean; readonly hasBots: boolean; readonly hasReports: boolean };
};

/** The most bots that need attention on the page. */
const WORST_MAX = 10;
const WORST = ['stopped', 'silent', 'critical'] as const;

export async function readOverview({ directory }: Ports, who: Caller): Promise<Result<Overview>> {
  if (!mayAdminister(who)) return forbidden();
  return directory.read(async (tables, nowMs) => {
    const { facts, users, bots } = tables;
    const stored = await facts.find('bots');
    const counts = parseBotCounts(stored?.value);
    const saved = await facts.find('backup');
    const backup = parseBackup(saved?.value);
    return done({
      nowMs,
      counts: counts === null || stored === null ? null : { ...counts, atMs: stored.atMs },
      worst: counts === null ? [] : await worstOf(tables, counts, nowMs),
      databaseBytes: await facts.databaseBytes(),
      backup: backup === null || saved === null ? null : { ...backup, atMs: saved.atMs },
      begun: {
        hasPeople: (await users.count()) > 1,
        hasBots: await bots.hasAny(),
        hasReports: await bots.hasAnyReport(),
      },
    });
  });
}

async function worstOf(tables: Tables, { states }: BotCounts, nowMs: number): Promise<ListedBot[]> {
  const ids = WORST.flatMap((state) => states[state].ids).slice(0, WORST_MAX);
  const signs = await signsAt(tables, nowMs);
  const found = (await tables.bots.listByIds(ids)).map((listing) => {
    const account = rollForward(listing.account, nowMs);
    return { ...listing, account, state: botState(account, signs, nowMs) };
  });
  return found.toSorted((a, b) => ids.indexOf(a.bot.id) - ids.indexOf(b.bot.id));
}

/** What waits: how many, and for how long the oldest one has been due, in ms; 0 if none is. */
type QueueFigures = { readonly count: number; readonly overdueMs: number };

/** The state of the service as its metrics show it. */
export type ServiceFigures = {
  readonly queues: Readonly<Record<'events' | 'deliveries' | 'mails', QueueFigures>>;
  /** Bots by state as last counted; `null` before the first count. */
  readonly bots: Readonly<Record<BotStateName, number>> | null;
  /** The last backup by command; `null` if there was none. */
  readonly backupAtMs: number | null;
};

/** Reads figures of the whole service, the same on every instance. */
export async function readFigures({ directory }: Pick<Ports, 'directory'>): Promise<ServiceFigures> {
  return directory.read(async ({ events, deliveries, mails, facts }, nowMs) => {
    const queue = ({ count, oldestDueAtMs }: Waiting): QueueFigures => ({
      count,
      overdueMs: oldestDueAtMs === null ? 0 : Math.max(0, nowMs - oldestDueAtMs),
    });
    const counts = parseBotCounts((await facts.find('bots'))?.value);
    const backup = await facts.find('backup');
    return {
      queues: {
        events: queue(await events.waiting()),
        deliveries: queue(await deliveries.waiting()),
        mails: queue(await mails.waiting()),
      },
      bots: counts && numbersOf(counts.states),
      backupAtMs: parseBackup(backup?.value) === null ? null : (backup?.atMs ?? null),
    };
  });
}

const numbersOf = (states: Readonly<Record<BotStateName, { readonly count: number }>>) =>
  Object.fromEntries(Object.entries(states).map(([name, { count }]) => [name, count])) as Record<
    BotStateName,
    number
  >;
