import { LRUCache } from 'lru-cache';
import { type Account, rollForward } from '@/lib/domain/bots/account';
import type { Change } from '@/lib/domain/history/change';
import type { CoverageByDay } from '@/lib/domain/history/coverage';
import { type Gap, gapSearch } from '@/lib/domain/history/gaps';
import { type NamedRange, seriesWindow } from '@/lib/domain/history/history';
import type { Mark } from '@/lib/domain/history/mark';
import type { SeriesPoint } from '@/lib/domain/history/summary';
import { dayOf } from '@/lib/domain/quota/days';
import { quietMs, silentAfterMs } from '@/lib/domain/silences/silence';
import { type DayVotes, voteTotals } from '@/lib/domain/votes/totals';
import { type History, NEVER_HUNG_UP, type Ports } from '@/lib/ports/ports';
import { dailyCoverage } from '../analytics/read';
import { changesIn, signsAt } from '../bots/read';
import { reportsAt } from '../history/reports-at';

/** What anyone may know of a public bot without its history (contract section 11). */
export type PublicBot = {
  readonly account: Account;
  readonly state: PublicState;
  readonly showsDeploys: boolean;
  readonly nowMs: number;
};

/** `online`: not silent by its signs, whatever its quota. */
export type PublicState = 'online' | 'no recent data' | 'new';

export type PublicSeries = {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly points: readonly SeriesPoint[];
  readonly gaps: readonly Gap[];
  readonly changes: { readonly serverCount: Change | null; readonly userCount: Change | null };
};

export type PublicVotes = {
  readonly total: number;
  readonly monthly: number;
  /** The days with votes of the last VOTE_DAYS. */
  readonly days: readonly DayVotes[];
};

const VOTE_DAYS = 90;
/** More would be neither read nor told apart. */
const DEPLOYS_MAX = 50;

/** How long it is not asked again whether a bot is public, and what its history is. */
const FLAG_MS = 1_000;
const HISTORY_MS = 60_000;
/** So that many ids cost no memory: a bot takes 1 kB, a history up to 200 kB. */
const BOTS_MAX = 2_000;
const HISTORIES_MAX = 250;

/** Reads of public bots, each remembered for a short time. `monotonicMs` is the clock of that. */
export class PublicBots {
  readonly #ports: Pick<Ports, 'directory'>;
  readonly #bots: Remembered<PublicBot | null>;
  readonly #histories: Remembered<unknown>;

  constructor(ports: Pick<Ports, 'directory'>, monotonicMs: () => number) {
    this.#ports = ports;
    this.#bots = new Remembered(BOTS_MAX, FLAG_MS, monotonicMs);
    this.#histories = new Remembered(HISTORIES_MAX, HISTORY_MS, monotonicMs);
  }

  /** `null` for an unknown bot, one that is not public, and one that is disabled: the same look-up for all of them. */
  find(botId: string): Promise<PublicBot | null> {
    return this.#bots.get(botId, () =>
      this.#ports.directory.read(async (tables, nowMs) => {
        const stored = await tables.bots.findPublic(botId);
        if (stored === null) return null;
        const account = rollForward(stored.account, nowMs);
        const signs = await signsAt(tables, nowMs);
        // Planned or not (contract section 11).
        const unplanned = { ...account, pausedUntilMs: null };
        const isSilent = quietMs(unplanned, signs, nowMs) >= silentAfterMs(account, nowMs);
        const state = account.lastReport === null ? 'new' : isSilent ? 'no recent data' : 'online';
        return { account, state, showsDeploys: stored.showsDeploys, nowMs };
      }),
    );
  }

  series({ account, nowMs }: PublicBot, range: NamedRange): Promise<PublicSeries> {
    return this.#history(account.botId, `series ${range} ${account.plan}`, async (history) => {
      const { botId, plan } = account;
      const { fromMs, untilMs, bucketMs } = seriesWindow(range, plan, nowMs);
      const search = gapSearch(account, { fromMs, toMs: untilMs }, nowMs);
      const reportAt = await reportsAt(history, account, [fromMs, untilMs], nowMs);
      return {
        fromMs,
        untilMs,
        points: await history.series({ botId, fromMs, untilMs: untilMs + 1, bucketMs }),
        gaps: search === null ? [] : await history.gaps({ botId, ...search }),
        changes: changesIn({ fromMs, untilMs }, reportAt),
      };
    });
  }

  /** The newest deploys within the time of a series. */
  deploys(
    { account: { botId } }: PublicBot,
    { fromMs, untilMs }: Pick<PublicSeries, 'fromMs' | 'untilMs'>,
  ): Promise<readonly Mark[]> {
    return this.#history(botId, `deploys ${untilMs - fromMs}`, ({ marks }) =>
      marks.list(botId, { fromMs, untilMs }, DEPLOYS_MAX, 'deploy'),
    );
  }

  coverage({ account, nowMs }: PublicBot): Promise<CoverageByDay> {
    return this.#history(account.botId, 'coverage', (history) => dailyCoverage(history, account, nowMs));
  }

  votes({ account, nowMs }: PublicBot): Promise<PublicVotes> {
    return this.#history(account.botId, 'votes', async ({ votes }) => {
      const { botId } = account;
      const firstDay = dayOf(nowMs) - VOTE_DAYS + 1;
      const days = await votes.days(botId, firstDay);
      const inDays = days.reduce((sum, day) => sum + day.votes, 0);
      const total = inDays + (await votes.totalBefore(botId, firstDay));
      return { total, monthly: voteTotals(days, nowMs).monthly, days };
    });
  }

  #history<R>(botId: string, what: string, read: (history: History) => Promise<R>): Promise<R> {
    // Drawings share it: one that nobody waits for any more takes it from no other.
    const { signal } = NEVER_HUNG_UP();
    const turn = { subject: `public ${botId}`, signal };
    return this.#histories.get(`${botId} ${what}`, () =>
      this.#ports.directory.readHistory(turn, read),
    ) as Promise<R>;
  }
}

/** Values by key for some time; those that wait for the same one share it, and failures are forgotten. */
class Remembered<Value> {
  readonly #values: LRUCache<string, Promise<Value>>;

  constructor(max: number, keptMs: number, monotonicMs: () => number) {
    this.#values = new LRUCache({
      max,
      ttl: keptMs,
      ttlResolution: 0,
      perf: { now: monotonicMs },
    });
  }

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = read();
    this.#values.set(key, value);
    value.catch(() => this.#values.delete(key));
    return value;
  }
}
