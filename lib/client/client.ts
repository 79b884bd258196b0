import { Calls } from './calls';
import { BotmeterError, type FailureFacts, type Result, reasonOf } from './error';
import { type BotmeterEvents, Emitter, Warnings } from './events';
import { HOST, type Host, realHost } from './host';
import { type BotmeterOptions, readOptions } from './options';
import {
  ANALYTICS,
  type Analytics,
  BREAKDOWN,
  type Heartbeat,
  HISTORY,
  type History,
  type HistoryQuery,
  MARK,
  type Mark,
  type MarkOptions,
  type Pause,
  type Receipt,
  type Shape,
  type Stats,
  type UsageBreakdown,
  type UsageRecord,
  type UserVote,
  VOTES,
  type Votes,
  type VotesQuery,
} from './records';
import { ReportLoop } from './report-loop';
import { Scheduler } from './scheduler';
import type { Question } from './service';
import { type Collector, collect, openSource, type Source, statsError } from './source';

type Listener<Name extends keyof BotmeterEvents> = (payload: BotmeterEvents[Name]) => unknown;

/**
 * Reports a bot's statistics at the interval of its plan. No method or timer ever throws or rejects, whatever the
 * service, the source or listeners do; errors arrive as events.
 */
export class BotmeterClient {
  readonly #host: Host;
  readonly #scheduler: Scheduler;
  readonly #emitter: Emitter;
  readonly #calls: Calls | null = null;
  readonly #optionsError: string = '';
  readonly #apiKey: string = '';
  readonly #warnings = new Warnings();
  #collector: Collector | null = null;
  #loop: ReportLoop | null = null;

  /** Never throws: invalid options are reported by an `error` event of `start` and by the results of calls. */
  constructor(options: BotmeterOptions) {
    const host = (options as { [HOST]?: Host } | undefined)?.[HOST] ?? realHost;
    this.#host = host;
    this.#scheduler = new Scheduler(() => host.random());
    this.#emitter = new Emitter((event, thrown) => this.#listenerFailed(event, thrown));
    const target = readOptions(options);
    if (typeof target === 'string') {
      this.#optionsError = target;
      return;
    }
    this.#apiKey = target.apiKey;
    this.#calls = new Calls(host, target, this.#scheduler, {
      emit: (event, payload) => this.#emitter.emit(event, payload),
      emitError: (facts) => this.#emitError(facts),
      rescheduled: () => this.#loop?.replan(),
    });
  }

  /** Calls `listener` on each `event`. An error that it throws becomes an `error` event. */
  on<Name extends keyof BotmeterEvents>(event: Name, listener: Listener<Name>): this {
    this.#emitter.add(event, listener, false);
    return this;
  }

  once<Name extends keyof BotmeterEvents>(event: Name, listener: Listener<Name>): this {
    this.#emitter.add(event, listener, true);
    return this;
  }

  off<Name extends keyof BotmeterEvents>(event: Name, listener: Listener<Name>): this {
    this.#emitter.remove(event, listener);
    return this;
  }

  /**
   * Starts reporting, as often as the plan allows (API section 1), once the source is ready and until `stop`. Only
   * the first shard reports, for all; in the others this does nothing. Replaces an earlier source.
   */
  start(source: Source): void {
    this.stop();
    const calls = this.#calls;
    const opened = calls === null ? this.#optionsError : openSource(source, calls.botId);
    if (calls === null || typeof opened === 'string') {
      const code = calls === null ? 'invalid_options' : 'invalid_source';
      // Deferred, so that listeners added right after `start` get it.
      queueMicrotask(() => this.#emitError({ code, message: `Nothing will be reported. ${opened}` }));
      return;
    }
    this.#collector = opened;
    if (!opened.isLeader) return;
    const emitError = (failure: FailureFacts) => this.#emitError(failure);
    this.#loop = new ReportLoop(this.#host, this.#scheduler, calls, opened, emitError);
    this.#loop.replan();
  }

  /** Stops reporting and aborts a request of the schedule; direct calls complete. */
  stop(): void {
    this.#loop?.stop();
    this.#loop = null;
    this.#collector = null;
  }

  /**
   * Sends one report now: `stats`, or what the source of `start` returns. The service may refuse it as too soon (API
   * section 5). The schedule continues from the response. Never rejects.
   */
  async sendStats(stats?: Stats): Promise<Result<Receipt>> {
    return this.#outcomeOf(async (calls) => {
      if (stats === undefined) return this.#sendCollected(calls);
      const error = statsError(stats);
      if (error !== null) return this.#failure('invalid_stats', `${error} Nothing was sent.`);
      return calls.report(stats);
    });
  }

  /** Reads the usage record now (API section 4). Counts as one call of the quota. Never rejects. */
  async getApiUsage(): Promise<Result<UsageRecord>> {
    return this.#outcomeOf((calls) => calls.readUsage());
  }

  /** Tells the service that the bot is alive, without a report (API section 8). Never counts, never rejects. */
  async heartbeat(): Promise<Result<Heartbeat>> {
    return this.#ask({ receivedAt: 'string' }, () => ({ method: 'POST', path: '/heartbeat' }));
  }

  /** Reads the bot's history (API section 8). Counts as one call of the quota. Never rejects. */
  async getHistory(query: HistoryQuery = {}): Promise<Result<History>> {
    return this.#ask(HISTORY, (bot) => {
      const { from, to, unit } = query;
      return { path: `${bot}/history`, query: { from: textOf(from), to: textOf(to), unit }, isLong: true };
    });
  }

  /** Reads the analytics of the bot's plan (API section 8). Counts as one call of the quota. Never rejects. */
  async getAnalytics(): Promise<Result<Analytics>> {
    return this.#ask(ANALYTICS, (bot) => ({ path: `${bot}/analytics`, isLong: true }));
  }

  /** Reads what used the quota (API section 12). Counts as one call of the quota. Never rejects. */
  async getUsageBreakdown(): Promise<Result<UsageBreakdown>> {
    return this.#ask(BREAKDOWN, () => ({ path: '/usage/breakdown', isLong: true }));
  }

  /** Marks a moment in the bot's charts: now, unless `at` is given (API section 13). Counts as one call of the quota. Never rejects. */
  async mark(text: string, options: MarkOptions = {}): Promise<Result<Mark>> {
    return this.#ask(MARK, (bot) => {
      const { kind, at } = options;
      return { path: `${bot}/marks`, body: { text, kind, at: textOf(at) } };
    });
  }

  /**
   * Plans a silence: for so many minutes from now on, at most a day, nobody is told that the bot is silent (API section 13).
   * Replaces one that lasts. Never counts, never rejects.
   */
  async pause(minutes: number, reason?: string): Promise<Result<Pause>> {
    return this.#ask({ until: 'string' }, (bot) => ({ path: `${bot}/pause`, body: { minutes, reason } }));
  }

  /** Ends a planned silence (API section 13). Never counts, never rejects. */
  async resume(): Promise<Result<Pause>> {
    return this.#ask({ until: 'null' }, (bot) => ({ method: 'DELETE', path: `${bot}/pause` }));
  }

  /** Reads the votes that lists reported (API section 10). Counts as one call of the quota. Never rejects. */
  async getVotes(query: VotesQuery = {}): Promise<Result<Votes>> {
    return this.#ask(VOTES, () => {
      const { limit, cursor } = query;
      return { path: '/votes', query: { limit, cursor } };
    });
  }

  /** Whether a user's vote is good now, by their Discord id. Counts as one call of the quota. Never rejects. */
  async hasVoted(userId: string): Promise<Result<UserVote>> {
    // The service refuses an empty id: a missing one must not be answered as that of a user.
    const given = typeof userId === 'string' ? userId : '';
    return this.#ask({ voted: 'boolean' }, () => ({ path: '/votes', query: { userId: given } }));
  }

  async #sendCollected(calls: Calls): Promise<Result<Receipt> | null> {
    const collector = this.#collector;
    if (collector === null)
      return this.#failure(
        'invalid_source',
        'There is no source. Call start(source) first, or pass the statistics.',
      );
    if (!collector.isLeader)
      return this.#failure(
        'not_leader',
        'The first shard reports for all. Call sendStats() there, or pass the statistics.',
      );
    const collected = await collect(this.#host, collector);
    return collected.ok
      ? calls.report(collected.stats)
      : { ok: false, error: this.#emitError(collected.failure) };
  }

  async #ask<T>(shape: Shape, question: (bot: string) => Question): Promise<Result<T>> {
    return this.#outcomeOf((calls) => calls.other<T>(question(`/bots/${calls.botId}`), shape));
  }

  /** Converts every error to a result. */
  async #outcomeOf<T>(call: (calls: Calls) => Promise<Result<T> | null>): Promise<Result<T>> {
    try {
      if (this.#calls === null) return this.#failure('invalid_options', this.#optionsError);
      return (await call(this.#calls)) ?? this.#failure('stopped', 'The call was skipped.');
    } catch (thrown) {
      return this.#failure(
        'internal',
        `The call failed inside @botmeter/client (${reasonOf(thrown)}). Please report this bug.`,
      );
    }
  }

  #failure(code: FailureFacts['code'], message: string): Result<never> {
    return { ok: false, error: this.#emitError({ code, message }) };
  }

  #emitError(facts: FailureFacts): BotmeterError {
    const nowMs = this.#host.nowMs();
    const waitMs = this.#loop && this.#scheduler.next(nowMs).atMs - nowMs;
    const error = new BotmeterError(
      {
        ...facts,
        message: this.#redact(facts.message),
        serviceMessage: this.#redact(facts.serviceMessage ?? '') || null,
        requestId: this.#redact(facts.requestId ?? '') || null,
      },
      // The loop waits for a second between calls (report-loop.ts).
      waitMs === null ? null : Math.max(1, Math.ceil(waitMs / 1_000)),
    );
    const isRefusal = error.status !== null && error.status >= 400 && error.status < 500;
    const event = isRefusal ? 'refused' : 'error';
    if (!this.#emitter.has(event)) this.#warnings.add(error, (line) => this.#host.warn(line));
    this.#emitter.emit(event, error);
    return error;
  }

  #listenerFailed(event: keyof BotmeterEvents, thrown: unknown): void {
    if (event === 'error') return;
    this.#emitError({
      code: 'listener_failed',
      message: `Your listener for "${event}" threw (${reasonOf(thrown)}). Fix it.`,
    });
  }

  #redact(text: string): string {
    return this.#apiKey === '' ? text : text.replaceAll(this.#apiKey, '[key]');
  }
}

/** Never throws: the service refuses what is no time. */
const textOf = (value: string | Date | undefined): string | undefined =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value && String(value);
