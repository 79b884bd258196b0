import { type Account, rollForward } from '@/lib/domain/bots/account';
import { cycleStartMs } from '@/lib/domain/quota/days';
import { type Commit, changesOf, type Database, type Row } from './database';

/** An account before and after a commit; `usedBefore` are the calls of the cycle that it is in afterwards. */
export type Version = {
  readonly step: number;
  readonly before: Account;
  readonly after: Account;
  readonly usedBefore: number;
};

type Report = Row<'reports'>;
/** An accepted report. The last one of its bot counts as made at `sinceMs`; `null` if there is none. */
export type Accepted = { readonly report: Report; readonly sinceMs: number | null };

/** What the commits say by themselves, whatever the rows that are left of them say. */
export class Facts {
  readonly database: Database;
  readonly reports = new Map<string, Report[]>();
  readonly versions = new Map<string, Version[]>();
  /** How often a report with a number of servers was stored, and a user's vote. */
  readonly stored = new Map<number, number>();
  readonly votes = new Map<string, number>();
  readonly #counted = new Set<string>();
  /** The lowest time of the clock since a bot's last report. */
  readonly #lowestMs = new Map<string, number>();
  hasStepped = false;
  hasSteppedBack = false;
  /** Whether there were faults: what is done twice after them breaks no promise. */
  isDisturbed = false;

  constructor(database: Database) {
    this.database = database;
  }

  clockStepped(byMs: number): void {
    this.hasStepped = true;
    if (byMs < 0) this.hasSteppedBack = true;
    const { nowMs } = this.database;
    for (const [botId, lowMs] of this.#lowestMs) this.#lowestMs.set(botId, Math.min(lowMs, nowMs));
  }

  learn(commit: Commit): { readonly versions: Version[]; readonly accepted: Accepted[] } {
    const versions = changesOf(commit, 'bots').flatMap(({ before, after }) =>
      after === undefined ? [] : [this.#version(commit.step, before ?? after, after)],
    );
    const reports = changesOf(commit, 'reports').flatMap(({ before, after }) =>
      before ? [] : (after ?? []),
    );
    for (const { before, after } of changesOf(commit, 'votes')) {
      if (!before && after) this.votes.set(after.user_id, (this.votes.get(after.user_id) ?? 0) + 1);
    }
    return { versions, accepted: reports.map((report) => this.#accepted(report)) };
  }

  #version(step: number, before: Account, after: Account): Version {
    const { botId, registeredAtMs, cycle } = after;
    // In the cycle that the call was decided in: the clock may have been set since.
    const usedBefore = rollForward(before, cycleStartMs(registeredAtMs, cycle.index)).cycle.used;
    for (let used = usedBefore + 1; used <= cycle.used; used++)
      this.#counted.add(`${botId} ${cycle.index} ${used}`);
    const version = { step, before, after, usedBefore };
    this.versions.set(botId, [...(this.versions.get(botId) ?? []), version]);
    return version;
  }

  #accepted(report: Report): Accepted {
    const { bot_id: botId, at_ms: atMs, server_count: serverCount } = report;
    const earlier = this.reports.get(botId) ?? [];
    const lastMs = earlier.at(-1)?.at_ms;
    const sinceMs = lastMs === undefined ? null : Math.min(lastMs, this.#lowestMs.get(botId) ?? lastMs);
    this.reports.set(botId, [...earlier, report]);
    this.stored.set(serverCount, (this.stored.get(serverCount) ?? 0) + 1);
    this.#lowestMs.set(botId, atMs);
    return { report, sinceMs };
  }

  /** Whether the call after which a bot's cycle had `used` calls is counted. */
  isCounted = (botId: string, cycle: number, used: number): boolean =>
    this.#counted.has(`${botId} ${cycle} ${used}`);

  /** Calls of a bot that were counted. */
  countedOf(botId: string): number {
    return [...this.#counted].filter((key) => key.startsWith(botId)).length;
  }
}
