import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { expect } from 'vitest';
import { usageProblems } from '@/lib/data/check-usage';
import { openPool } from '@/lib/data/postgres/pool';
import type { Schema } from '@/lib/data/schema';
import SqliteDatabase from '@/lib/data/sqlite/driver.mjs';
import { PLANS } from '@/lib/domain/quota/plan';
import { databaseUrlOf } from './database-url';
import type { Operator, TestBot } from './operator';
import { bearer, REPORT_PATH, report, USAGE_PATH } from './requests';

/** What the client knows about one bot's calls, whatever happens to the server. */
export type Journal = {
  /** Reports that got 200. Each has a unique `serverCount`. */
  readonly reports: { atMs: number; readonly serverCount: number }[];
  /** Usage reads that got 200. */
  reads: number;
  /** Calls without a complete response: the server may or may not have counted them. */
  unanswered: number;
};

export type LoadOptions = {
  /** Accepts 503 while the storage fails; such a call may or may not have been counted. */
  readonly isStorageFailing?: boolean;
  /** The pause of each connection after a response. */
  readonly pauseMs?: number;
  /** The counted calls that every bot has already made in its cycle. */
  readonly usedBefore?: number;
};

/** Sends reports and usage reads for many bots over keep-alive connections until the server ends or `stop` is called. */
export class Load {
  readonly journals: ReadonlyMap<string, Journal>;
  /** Responses other than 200 and 429: there must be none. */
  readonly unexpected: string[] = [];
  /** The `serverCount` of each report whose 503 says that nothing of it was stored. */
  readonly notStored: number[] = [];
  /** The number of 503 while the storage failed. */
  unavailable = 0;
  slowestResponseMs = 0;
  /** Calls without a response on a connection that was used before. */
  droppedOnOpenConnections = 0;
  acknowledgedReports = 0;
  sent = 0;
  readonly usedBefore: number;
  readonly #bots: readonly TestBot[];
  readonly #options: LoadOptions;
  #nextReport = 0;
  #lastCount = 0;
  #isStopped = false;

  constructor(bots: readonly TestBot[], options: LoadOptions = {}) {
    this.#bots = bots;
    this.#options = options;
    this.usedBefore = options.usedBefore ?? 0;
    this.journals = new Map(bots.map(({ id }) => [id, { reports: [], reads: 0, unanswered: 0 }]));
  }

  /** Ends `run` after the calls in progress. */
  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Resolves when every connection has failed, or after `stop`. `onProgress` is called after each request and response.
   */
  async run(port: number, connections: number, onProgress: () => void = () => {}): Promise<void> {
    this.#isStopped = false;
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const worker = async (seed: number) => {
      for (let i = seed; !this.#isStopped; i++) {
        const isReport = i % 3 !== 0;
        const at = isReport ? this.#nextReport++ : i * 7;
        const bot = this.#bots[at % this.#bots.length];
        if (bot === undefined) throw new Error('There are no bots.');
        if (!(await this.#call(agent, port, bot, isReport, onProgress))) return;
        if (this.#options.pauseMs !== undefined) await setTimeout(this.#options.pauseMs);
      }
    };
    await Promise.all(Array.from({ length: connections }, (_, seed) => worker(seed)));
    agent.destroy();
  }

  /** Moves all recorded times back by `ms`, as Operator.letPassForAll does in the database. */
  letPass(ms: number): void {
    for (const { reports } of this.journals.values()) for (const one of reports) one.atMs -= ms;
  }

  /** Resolves to whether there was a response. */
  #call(
    agent: Agent,
    port: number,
    bot: TestBot,
    isReport: boolean,
    onProgress: () => void,
  ): Promise<boolean> {
    const journal = this.journals.get(bot.id);
    if (journal === undefined) throw new Error('There is no journal.');
    const serverCount = isReport ? ++this.#lastCount : 0;
    const sentAt = performance.now();
    return new Promise((resolve) => {
      let isConnected = false;
      const fail = () => {
        if (isConnected) journal.unanswered++;
        if (asked.reusedSocket) this.droppedOnOpenConnections++;
        resolve(false);
      };
      const asked = request({
        host: '127.0.0.1',
        port,
        agent,
        ...(isReport ? { method: 'POST', path: REPORT_PATH } : { path: USAGE_PATH }),
        headers: { ...bearer(bot), ...(isReport && { 'Content-Type': 'application/json' }) },
      });
      asked.once('socket', (socket) => {
        isConnected = !socket.connecting;
        if (isConnected) return;
        socket.once('connect', () => {
          isConnected = true;
        });
      });
      asked.once('error', fail);
      asked.once('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.once('error', fail);
        response.once('end', () => {
          this.slowestResponseMs = Math.max(this.slowestResponseMs, performance.now() - sentAt);
          if (response.statusCode === 200 && isReport) {
            journal.reports.push({ atMs: Date.parse(JSON.parse(text).data.updatedAt), serverCount });
            this.acknowledgedReports++;
          } else if (response.statusCode === 200) journal.reads++;
          else if (response.statusCode === 503 && this.#options.isStorageFailing) {
            journal.unanswered++;
            this.unavailable++;
            if (isReport && text.includes('nothing of this call was stored'))
              this.notStored.push(serverCount);
          } else if (response.statusCode !== 429) this.unexpected.push(`${response.statusCode} ${text}`);
          resolve(true);
          onProgress();
        });
      });
      this.sent++;
      asked.end(isReport ? JSON.stringify(report(bot, { serverCount })) : undefined);
      onProgress();
    });
  }
}

/** In alphabetical order. */
const THRESHOLDS = [
  [95, 'quota.critical'],
  [100, 'quota.exhausted'],
  [80, 'quota.warning'],
] as const;

/**
 * Asserts the invariants after the server ended in any way: every acknowledged report is stored exactly once, none is that was
 * answered as not stored, the counted calls are between the acknowledged and the sent ones, accepted reports are at least the
 * interval apart, and each threshold of the quota that was crossed, call by call, has exactly one event.
 * `unansweredCounted`: whether calls without a response may have been counted.
 */
export async function expectInvariants(
  operator: Operator,
  load: Pick<Load, 'journals' | 'notStored' | 'unexpected' | 'usedBefore'>,
  { intervalMs, unansweredCounted }: { readonly intervalMs: number; readonly unansweredCounted: boolean },
): Promise<void> {
  expect(await operator.integrity()).toBe('ok');
  expect(load.unexpected).toEqual([]);
  const faults: string[] = [];
  const notStored = new Set(load.notStored);
  const states = await operator.states();
  for (const [botId, journal] of load.journals) {
    const stored = states.get(botId);
    if (stored === undefined) throw new Error(`There is no bot ${botId}.`);
    const { calls, reports, lastReportAtMs, quotaEvents, ...state } = stored;
    const used = state.used - load.usedBefore;
    const unanswered = unansweredCounted ? journal.unanswered : 0;
    const acknowledged = journal.reports.length + journal.reads;
    if (used < acknowledged || used > acknowledged + unanswered) {
      faults.push(`${botId}: ${used} used, ${acknowledged} acknowledged, ${unanswered} unanswered`);
    }
    if (calls !== used) faults.push(`${botId}: ${calls} calls on its days, ${used} in its cycle`);
    const limit = PLANS[state.plan].callsPerCycle;
    const crossed = THRESHOLDS.filter(
      ([percent]) => load.usedBefore * 100 < limit * percent && state.used * 100 >= limit * percent,
    ).map(([, type]) => type);
    if (quotaEvents.join() !== crossed.join()) {
      faults.push(`${botId}: has the events ${quotaEvents.join()} with ${state.used} calls`);
    }
    for (const { atMs, serverCount } of journal.reports) {
      const found = reports.filter((stored) => stored.serverCount === serverCount);
      if (found.length !== 1 || found[0]?.atMs !== atMs) {
        faults.push(`${botId}: the acknowledged report ${serverCount} is there ${found.length} times`);
      }
    }
    for (const { serverCount } of reports) {
      if (notStored.has(serverCount))
        faults.push(`${botId}: the report ${serverCount}, answered as not stored, is there`);
    }
    if (reports.length > journal.reports.length + unanswered) {
      faults.push(`${botId}: ${reports.length} reports, ${journal.reports.length} acknowledged`);
    }
    if (lastReportAtMs !== (reports.at(-1)?.atMs ?? null))
      faults.push(`${botId}: the last report is not the last`);
    for (let i = 1; i < reports.length; i++) {
      const gapMs = (reports[i]?.atMs ?? 0) - (reports[i - 1]?.atMs ?? 0);
      if (gapMs < intervalMs) faults.push(`${botId}: two reports ${gapMs} ms apart`);
    }
  }
  expect(faults).toEqual([]);
  expect(await splitProblems(operator.database)).toEqual([]);
}

/** Where the counted calls of a bot do not add up by operation and by key; to be asked while there are no calls. */
function splitProblems(database: string): Promise<string[]> {
  const url = databaseUrlOf(database);
  const dialect = url.startsWith('file:')
    ? new SqliteDialect({ database: new SqliteDatabase(url.slice('file:'.length)) })
    : new PostgresDialect({ pool: openPool({ url, max: 1, onError: () => {} }) });
  const db = new Kysely<Schema>({ dialect });
  return usageProblems(db).finally(() => db.destroy());
}
