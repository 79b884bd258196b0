import { parseBackup, parseBotCounts } from '@/lib/contract/service-facts';
import { rollForward } from '@/lib/domain/account';
import type { BotListing } from '@/lib/domain/bot';
import type { BotCounts } from '@/lib/domain/bot-counts';
import { type BotState, botState } from '@/lib/domain/bot-state';
import { type Caller, mayAdminister } from '@/lib/domain/caller';
import type { Tables } from '@/lib/ports/directory';
import type { Ports } from '@/lib/ports/ports';
import { signsAt } from '../bots/signs';
import { done, forbidden, type Result } from '../result';

export type ListedBot = BotListing & { readonly state: BotState };

/** The whole service at a glance, for admins. */
export type Overview = {
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
