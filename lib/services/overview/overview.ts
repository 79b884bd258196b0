import { parseBackup, parseBotCounts } from '@/lib/contract/service-facts';
import { type BackupsState, backupTrouble, type KeptBackup, newestGood } from '@/lib/domain/backups/backup';
import { type Account, rollForward } from '@/lib/domain/bots/account';
import type { BotListing } from '@/lib/domain/bots/bot';
import {
  afterCounts,
  type BotCounts,
  type BotGroup,
  countBot,
  countTimes,
  noBots,
  type WebhookTime,
} from '@/lib/domain/bots/bot-counts';
import { BOT_STATES, type BotState, type BotStateName, botState } from '@/lib/domain/bots/bot-state';
import type { Caller } from '@/lib/domain/people/caller';
import type { RefusalRow } from '@/lib/domain/reports/refusal';
import type { Ports, Tables } from '@/lib/ports/ports';
import { readBackups } from '../backups/state';
import { type OpenRequests, openRequests } from '../bots/plan-request';
import { signsAt } from '../bots/read';
import { done, forbidden, type Result } from '../result';
import { may } from '../rights';
import { BOT_COUNTS_LOCK } from '../write';

/** A count of all bots that goes on in the next run. */
export type Counting = { readonly afterBotId: string; readonly counts: BotCounts };

/** A few milliseconds; calls run in between. */
const BOTS_AT_ONCE = 500;
/** A run takes at most a second, however many bots there are. */
const BATCHES_PER_RUN = 200;
/** The tries of a webhook whose mean time is shown. */
const TIMED_TRIES = 20;
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
      await directory.write([BOT_COUNTS_LOCK], async ({ facts }, nowMs) => {
        const last = parseBotCounts((await facts.find('bots'))?.value);
        await facts.put('bots', afterCounts(counts, last), nowMs);
      });
      return null;
    }
    counting = { afterBotId: lastBotId, counts };
  }
  return counting;
}

async function countBatch(tables: Tables, { afterBotId, counts }: Counting, nowMs: number) {
  const { accounts, lastBotId } = await tables.bots.accountsAfter(afterBotId, BOTS_AT_ONCE);
  const signs = await signsAt(tables, nowMs);
  const botIds = accounts.map(({ botId }) => botId);
  const withKey = new Set(await tables.keys.botsWithLiveKey(botIds, nowMs));
  const add = (sum: BotCounts, account: Account) => {
    const state = botState(rollForward(account, nowMs), signs, nowMs).name;
    return countBot(sum, account, state, withKey.has(account.botId));
  };
  const times = await tables.webhooks.meanTimes(botIds, TIMED_TRIES);
  return { counts: countTimes(accounts.reduce(add, counts), times), lastBotId };
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
  /** The newest refused calls, one a bot. */
  readonly refused: readonly RefusedCall[];
  /** The slowest webhooks of the count that still exist. */
  readonly slow: readonly SlowWebhook[];
  /** For larger plans. */
  readonly requests: OpenRequests;
  readonly databaseBytes: number;
  /** The last backup by command; `null` if there was none. */
  readonly backup: { readonly atMs: number; readonly bytes: number } | null;
  /** Those that the service makes; `null` if it never had a folder for them. */
  readonly backups: BackupsState | null;
  /** How far a new installation is. */
  readonly begun: { readonly hasPeople: boolean; readonly hasBots: boolean; readonly hasReports: boolean };
};

type RefusedCall = RefusalRow & { readonly botName: string };
type SlowWebhook = WebhookTime & { readonly botName: string; readonly host: string };

/** The most calls on the page, and how many are looked at to find them: many can be of one bot. */
const REFUSED_MAX = 6;
const REFUSED_READ = 100;

/** The most bots that need attention on the page. */
const WORST_MAX = 10;
const WORST = ['stopped', 'silent', 'critical'] as const;

/** What the bots were last counted as, for the chips above their list; `null` before the first count. Admins only. */
export const readBotGroups = async (
  { directory }: Ports,
  who: Caller,
): Promise<Result<BotCounts['groups'] | null>> =>
  may(who, null, 'administer')
    ? done(parseBotCounts((await directory.read(({ facts }) => facts.find('bots')))?.value)?.groups ?? null)
    : forbidden();

export async function readOverview({ directory }: Ports, who: Caller): Promise<Result<Overview>> {
  if (!may(who, null, 'administer')) return forbidden();
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
      refused: await newestRefused(tables),
      slow: counts === null ? [] : await slowOf(tables, counts),
      requests: await openRequests(tables),
      databaseBytes: await facts.databaseBytes(),
      backup: backup === null || saved === null ? null : { ...backup, atMs: saved.atMs },
      backups: await readBackups(tables),
      begun: {
        hasPeople: (await users.count()) > 1,
        hasBots: await bots.hasAny(),
        hasReports: await bots.hasAnyReport(),
      },
    });
  });
}

async function newestRefused({ refusals, bots }: Tables): Promise<RefusedCall[]> {
  const ofBots = new Map<string, RefusalRow>();
  for (const row of await refusals.listNewest(REFUSED_READ))
    if (!ofBots.has(row.botId)) ofBots.set(row.botId, row);
  const shown = [...ofBots.values()].slice(0, REFUSED_MAX);
  const names = await namesOf(bots, shown);
  return shown.flatMap((row) => ({ ...row, botName: names.get(row.botId) ?? row.botId }));
}

async function slowOf({ webhooks, bots }: Tables, { slowWebhooks }: BotCounts): Promise<SlowWebhook[]> {
  const known = await webhooks.listOfBots([...new Set(slowWebhooks.map(({ botId }) => botId))]);
  const names = await namesOf(bots, slowWebhooks);
  return slowWebhooks.flatMap((time) => {
    const host = known.find(({ id }) => id === time.webhookId)?.host;
    return host === undefined ? [] : [{ ...time, host, botName: names.get(time.botId) ?? time.botId }];
  });
}

async function namesOf(bots: Tables['bots'], rows: readonly { readonly botId: string }[]) {
  const listed = await bots.listByIds([...new Set(rows.map(({ botId }) => botId))]);
  return new Map(listed.map(({ bot }) => [bot.id, bot.name]));
}

async function worstOf(tables: Tables, { groups }: BotCounts, nowMs: number): Promise<ListedBot[]> {
  const ids = WORST.flatMap((state) => groups[state].ids).slice(0, WORST_MAX);
  const signs = await signsAt(tables, nowMs);
  const found = (await tables.bots.listByIds(ids)).map((listing) => {
    const account = rollForward(listing.account, nowMs);
    return { ...listing, account, state: botState(account, signs, nowMs) };
  });
  return found.toSorted((a, b) => ids.indexOf(a.bot.id) - ids.indexOf(b.bot.id));
}

type Waiting = Awaited<ReturnType<Tables['mails']['waiting']>>;

/** What waits: how many, and for how long the oldest one has been due, in ms; 0 if none is. */
type QueueFigures = { readonly count: number; readonly overdueMs: number };

/** The state of the service as its metrics show it. */
export type ServiceFigures = {
  readonly queues: Readonly<Record<'events' | 'deliveries' | 'mails', QueueFigures>>;
  /** Bots by state as last counted; `null` before the first count. */
  readonly bots: Readonly<Record<BotStateName, number>> | null;
  /** The last backup by command; `null` if there was none. */
  readonly backupAtMs: number | null;
  /** The newest good backup of the service; `null` if there is none. */
  readonly goodBackup: (Pick<KeptBackup, 'bytes' | 'tookMs'> & { readonly ageMs: number }) | null;
  /** Whether its last backup was rehearsed well; `null` if it makes none. */
  readonly isRehearsed: boolean | null;
};

/** Reads figures of the whole service, the same on every instance. */
export async function readFigures({ directory }: Pick<Ports, 'directory'>): Promise<ServiceFigures> {
  return directory.read(async (tables, nowMs) => {
    const { events, deliveries, mails, facts } = tables;
    const queue = ({ count, oldestDueAtMs }: Waiting): QueueFigures => ({
      count,
      overdueMs: oldestDueAtMs === null ? 0 : Math.max(0, nowMs - oldestDueAtMs),
    });
    const counts = parseBotCounts((await facts.find('bots'))?.value);
    const backup = await facts.find('backup');
    const backups = await readBackups(tables);
    const good = backups && newestGood(backups.backups, nowMs);
    return {
      goodBackup: good && { ...good, ageMs: nowMs - good.atMs },
      isRehearsed: backups && backupTrouble(backups, nowMs) === null,
      queues: {
        events: queue(await events.waiting()),
        deliveries: queue(await deliveries.waiting()),
        mails: queue(await mails.waiting()),
      },
      bots: counts && numbersOf(counts.groups),
      backupAtMs: parseBackup(backup?.value) === null ? null : (backup?.atMs ?? null),
    };
  });
}

const numbersOf = (groups: Readonly<Record<BotGroup, { readonly count: number }>>) =>
  Object.fromEntries(BOT_STATES.map((name) => [name, groups[name].count])) as Record<BotStateName, number>;
