import { type Account, rollForward } from '@/lib/domain/bots/account';
import { cycleStartMs } from '@/lib/domain/quota/days';
import type { Change, Commit, Database, Rows, Table } from './database';

/** An account before and after a commit; `usedBefore` are the calls of the cycle that it is in afterwards. */
export type Version = {
  readonly step: number;
  readonly before: Account;
  readonly after: Account;
  readonly usedBefore: number;
};

/** An accepted report. The last one of its bot counts as made at `sinceMs`; `null` if there is none. */
export type Accepted = { readonly report: Rows['reports']; readonly sinceMs: number | null };

/** A changed row of a table. */
export type Changed<T extends Table> = {
  readonly id: string;
  readonly before?: Rows[T];
  readonly after?: Rows[T];
};

export const changesOf = <T extends Table>({ changes }: Commit, table: T) =>
  changes.filter((change) => change.table === table) as (Change & Changed<T>)[];

const callKey = ({ botId, cycle }: Account, used: number): string => `${botId} ${cycle.index} ${used}`;

/** What the commits say by themselves, whatever the rows that are left of them say. */
export class Facts {
  readonly database: Database;
  readonly reports = new Map<string, Rows['reports'][]>();
  readonly versions = new Map<string, Version[]>();
  /** How often a report with a number of servers was stored, and a user's vote. */
  readonly stored = new Map<number, number>();
  readonly votes = new Map<string, number>();
  readonly #counted = new Map<string, number>();
  /** The lowest time of the clock since a bot's last report. */
  readonly #lowestMs = new Map<string, number>();
  hasStepped = false;
  hasSteppedBack = false;
  /** Whether there were faults: what is done twice after them breaks no promise. */
  isDisturbed = false;
  isRestored = false;

  constructor(database: Database) {
    this.database = database;
  }

  clockStepped(byMs: number): void {
    this.hasStepped = true;
    if (byMs < 0) this.hasSteppedBack = true;
    const { nowMs } = this.database;
    for (const [botId, lowMs] of this.#lowestMs) this.#lowestMs.set(botId, Math.min(lowMs, nowMs));
  }

  learn(commit: Commit, index: number): { readonly versions: Version[]; readonly accepted: Accepted[] } {
    const versions = changesOf(commit, 'bots').flatMap(({ before, after }) =>
      after === undefined
        ? []
        : [this.#version(commit.step, (before ?? after).account, after.account, index)],
    );
    const reports = changesOf(commit, 'reports').flatMap(({ before, after }) =>
      before ? [] : (after ?? []),
    );
    for (const { before, after } of changesOf(commit, 'votes')) {
      if (!before && after) this.votes.set(after.userId, (this.votes.get(after.userId) ?? 0) + 1);
    }
    return { versions, accepted: reports.map((report) => this.#accepted(report)) };
  }

  #version(step: number, before: Account, after: Account, index: number): Version {
    // In the cycle that the call was decided in: the clock may have been set since.
    const base = rollForward(before, cycleStartMs(before.registeredAtMs, after.cycle.index));
    const usedBefore = base.cycle.used;
    for (let used = usedBefore + 1; used <= after.cycle.used; used++)
      this.#counted.set(callKey(after, used), index);
    const version = { step, before, after, usedBefore };
    this.versions.set(after.botId, [...(this.versions.get(after.botId) ?? []), version]);
    return version;
  }

  #accepted(report: Rows['reports']): Accepted {
    const { botId, atMs, serverCount } = report;
    const earlier = this.reports.get(botId) ?? [];
    const lastMs = earlier.at(-1)?.atMs;
    const sinceMs = lastMs === undefined ? null : Math.min(lastMs, this.#lowestMs.get(botId) ?? lastMs);
    this.reports.set(botId, [...earlier, report]);
    this.stored.set(serverCount, (this.stored.get(serverCount) ?? 0) + 1);
    this.#lowestMs.set(botId, atMs);
    return { report, sinceMs };
  }

  /** Whether the call that an account was told after is counted, and survives whatever happens. */
  isCounted(account: Account): boolean {
    return (
      (this.#counted.get(callKey(account, account.cycle.used)) ?? Number.POSITIVE_INFINITY) <
      this.database.safe
    );
  }

  /** Calls of a bot that were counted. */
  countedOf(botId: string): number {
    return [...this.#counted.keys()].filter((key) => key.startsWith(botId)).length;
  }

  /** Commits were lost: learns from those that are left alone. */
  relearn(): void {
    const lowest = [...this.#lowestMs];
    for (const map of [this.reports, this.versions, this.stored, this.votes, this.#counted]) map.clear();
    this.database.commits.forEach((commit, i) => {
      this.learn(commit, i);
    });
    for (const [botId, lowMs] of lowest) {
      this.#lowestMs.set(botId, Math.min(lowMs, this.#lowestMs.get(botId) ?? lowMs));
    }
  }
}
