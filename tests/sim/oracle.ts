import { rollForward } from '@/lib/domain/bots/account';
import { CYCLE_MS } from '@/lib/domain/quota/days';
import { MINUTE_MS } from '@/lib/domain/quota/plan';
import {
  type Accepted,
  type Commit,
  changesOf,
  type Database,
  Facts,
  must,
  mustOf,
  type Version,
} from './facts';
import { checkCommit, checkSilences, silentAfterMs } from './invariants';
import { type Action, type Plan, tokenOf } from './plan';
import type { Answer } from './service';

/** `cycle` and `nowMs` are those of the bot and the clock at the answer. */
type Told = Answer & { readonly cycle: number; readonly nowMs: number };
type Asked = {
  readonly action: Action;
  readonly botId: string;
  readonly fromStep: number;
  readonly offsetMs: number;
  /** `null` while there is none; `lost` if it reached nobody and nothing was done. */
  told: Told | 'lost' | null;
  hasHungUp: boolean;
};
const COUNTED = ['report', 'usage', 'read'];
const KNOWN = ['update_too_soon', 'quota_exceeded', 'bot_disabled', 'bot_mismatch', 'storage_unavailable'];

const isServed = (told: Asked['told']): told is Told =>
  told !== null && told !== 'lost' && told.error === null;
/** Whether a served call is certainly counted: a read at the limit is not. */
const isSurelyCounted = ({ action, told }: Asked): boolean =>
  isServed(told) && COUNTED.includes(action.do) && (action.do === 'report' || told.used < told.limit);

/** All clients, what each was told, and whether it is true. */
class Clients {
  readonly facts: Facts;
  readonly #asked: Asked[] = [];

  constructor(
    readonly database: Database,
    readonly plan: Plan,
  ) {
    this.facts = new Facts(database);
  }

  asks(action: Action): Asked {
    const { scheduler, offsetMs } = this.database;
    const botId = this.plan.bots['bot' in action ? action.bot : 0]?.id ?? '';
    const asked: Asked = { action, botId, fromStep: scheduler.steps, offsetMs, told: null, hasHungUp: false };
    this.#asked.push(asked);
    return asked;
  }

  told(asked: Asked, answer: Answer): void {
    const { database, isDisturbed } = this.facts;
    const { action, botId } = asked;
    const { status, error } = answer;
    const registeredAtMs = database.bot(botId)?.registeredAtMs ?? 0;
    const { nowMs } = database;
    const cycle = Math.round((nowMs + answer.untilResetMs - registeredAtMs) / CYCLE_MS) - 1;
    const told = { ...answer, cycle, nowMs };
    asked.told = told;
    const keeps = mustOf(`${action.id} ${action.do}`);
    keeps('I7', status < 500 || status === 503, `was answered ${status} ${error}`);
    keeps('I7', status !== 503 || isDisturbed, 'was answered 503 while nothing failed');
    keeps('told', error === null || KNOWN.includes(error), `was answered ${error}`);
    this.#checkTold(asked);
    // A clock that was set meanwhile may be that of the decision or not.
    if (status === 503 || !COUNTED.includes(action.do) || asked.offsetMs !== database.offsetMs) return;
    this.#checkState(asked, told);
    this.#checkRetryAfter(asked, told);
    if (error === null) this.#checkAlone(asked, told);
  }

  /** I5: a report was sent with a key of its bot, and names it. */
  checkOwn({ report: { bot_id: botId, server_count: servers } }: Accepted): void {
    const sent = this.#asked.find(({ action }) => action.do === 'report' && tokenOf(action) === servers);
    const named = sent?.action.do === 'report' && sent.action.bot === sent.action.named ? sent.botId : null;
    must('I5', named === botId, `${botId}: has the report of ${servers} servers of another bot's key`);
  }

  /** No silence is notified of a bot whose heartbeat was received; one of the last minute may not be written yet. */
  checkHeard({ before, after }: Version, nowMs: number): void {
    if (before.alerts.silentSinceMs !== null || after.alerts.silentSinceMs === null) return;
    if (this.facts.hasStepped || this.facts.isDisturbed) return;
    const [fromMs, untilMs] = [nowMs - silentAfterMs(after), nowMs - MINUTE_MS];
    const heard = this.#asked.find(({ action, botId, told }) => {
      if (action.do !== 'heartbeat' || !isServed(told) || botId !== after.botId) return false;
      const atMs = Date.parse(String(told.data.receivedAt));
      return fromMs < atMs && atMs < untilMs;
    });
    must('silences', !heard, `${after.botId}: notified as silent although ${heard?.action.id} was received`);
  }

  /** Whether what a client was told is still true: later too, whatever happened since. */
  #checkTold({ action, botId, told }: Asked): void {
    if (told === null || told === 'lost') return;
    const isStored = action.do === 'report' && this.facts.stored.has(tokenOf(action));
    const keeps = mustOf(`${action.id} ${action.do}`);
    if (told.error !== null) {
      const mayBeStored = told.error === 'storage_unavailable' && told.isOutcomeUnknown;
      keeps('told', mayBeStored || !isStored, `its report is stored, and it was answered ${told.error}`);
    } else if (action.do === 'report') keeps('told', isStored, 'its accepted report is not stored');
    if (told.error !== null || !COUNTED.includes(action.do)) return;
    const isCounted = this.facts.isCounted(botId, told.cycle, told.used);
    const mayBeFree = action.do === 'usage' && told.used >= told.limit;
    keeps('told', mayBeFree || isCounted, `its call, number ${told.used}, is not counted`);
  }

  /** What was told of the bot was so at some moment of the call. */
  #checkState({ action, botId, fromStep }: Asked, { used, cycle, nowMs, error, limit }: Told): void {
    const versions = this.facts.versions.get(botId) ?? [];
    const wasSo = ({ before, after }: Version) => {
      const [from, to] = [rollForward(before, nowMs).cycle, rollForward(after, nowMs).cycle];
      const isUsed = Math.min(from.used, to.used, limit) <= used && used <= Math.min(to.used, limit);
      const isRefused = error !== 'bot_disabled' || before.isDisabled || after.isDisabled;
      return to.index === cycle && isUsed && isRefused;
    };
    const isOfCall = (i: number) => (versions[i + 1]?.step ?? Number.POSITIVE_INFINITY) >= fromStep;
    const isSeen = versions.length === 0 || versions.some((version, i) => isOfCall(i) && wasSo(version));
    must('told', isSeen, `${action.id} was told ${used} calls (${error}), which its bot did not have then`);
    must('told', error !== 'quota_exceeded' || used >= limit, `${action.id} was refused with calls left`);
  }

  /** A client that waits as long as it is told is not too early (contract section 5). */
  #checkRetryAfter(
    { action, botId, hasHungUp }: Asked,
    { retryAfterMs, nowMs, error, intervalMs, cycle }: Told,
  ): void {
    const account = this.database.bot(botId);
    if (account === undefined || retryAfterMs === null || action.do !== 'report' || hasHungUp) return;
    const sinceMs = Math.min(account.lastReport?.atMs ?? 0, nowMs);
    const ofCycleMs = error === 'quota_exceeded' ? account.registeredAtMs + (cycle + 1) * CYCLE_MS : 0;
    const waitMs = Math.max(sinceMs + intervalMs, ofCycleMs) - nowMs;
    const told = `${action.id} (${error}) was told ${retryAfterMs} ms`;
    must('Retry-After', waitMs > 0, `${told}, and is due for ${-waitMs} ms`);
    const isOneInterval = error !== 'update_too_soon' || retryAfterMs <= intervalMs;
    must('Retry-After', isOneInterval, `${told}, more than an interval`);
    must('Retry-After', retryAfterMs >= waitMs, `${told}, and is due in ${waitMs} ms`);
  }

  /** No two calls are told the same number: one of them would not be counted. */
  #checkAlone(asked: Asked, { cycle, used }: Told): void {
    if (!isSurelyCounted(asked)) return;
    const isTwin = (other: Asked) =>
      other !== asked && other.botId === asked.botId && isServed(other.told) && isSurelyCounted(other)
        ? other.told.cycle === cycle && other.told.used === used
        : false;
    const twin = this.#asked.find(isTwin);
    must('told', !twin, `${asked.action.id} and ${twin?.action.id} were told the same number, ${used}`);
  }

  checkAgain(): void {
    for (const asked of this.#asked) this.#checkTold(asked);
  }

  /** I3: acknowledged ≤ counted ≤ acknowledged + unanswered. */
  checkSums(): void {
    for (const { id } of this.plan.bots) {
      const calls = this.#asked.filter(({ botId, action }) => botId === id && COUNTED.includes(action.do));
      const least = calls.filter(isSurelyCounted).length;
      const isPossible = ({ told }: Asked) =>
        told === null || (told !== 'lost' && (told.error === null || told.isOutcomeUnknown));
      const most = calls.filter(isPossible).length;
      const counted = this.facts.countedOf(id);
      const isBetween = least <= counted && counted <= most;
      must('I3', isBetween, `${id}: ${counted} calls counted; ${least} to ${most} were served`);
    }
  }
}

/** Sees every commit, every answer and every request to a webhook, and ends the run when a promise is broken. */
export class Oracle extends Clients {
  /** Requests that are under way. */
  readonly #posts = new Set<{ readonly webhook: string; readonly instance: string }>();
  /** What receivers have accepted, and what was sent to them. */
  readonly #received = new Set<string>();
  readonly #sent = new Set<string>();

  committed(commit: Commit): void {
    const learned = this.facts.learn(commit);
    if (this.database.commits[0] === commit) return;
    checkCommit(this.facts, commit, learned);
    for (const accepted of learned.accepted) this.checkOwn(accepted);
    for (const version of learned.versions) this.checkHeard(version, commit.nowMs);
    for (const { before, after } of changesOf(commit, 'deliveries')) {
      const { endpoint_id, event_id } = before ?? after ?? {};
      const name = `${endpoint_id} ${event_id}`;
      must('outbox', after !== undefined, `the delivery ${name} is lost`);
      const isReceived = this.#received.has(name) || after?.state !== 'delivered';
      const isTrue = isReceived || before?.state === 'delivered';
      must('outbox', isTrue, `the delivery ${name} is shown as delivered, and was not`);
    }
  }

  /** A request to a webhook begins; the result says whether it was received. */
  posting(webhook: string, eventId: string, instance: string): (isDelivered: boolean) => void {
    const { hasStepped, isDisturbed } = this.facts;
    const name = `${webhook} ${eventId}`;
    const other = [...this.#posts].find((post) => post.webhook === webhook && post.instance !== instance);
    const isAlone = other === undefined || hasStepped;
    must('leases', isAlone, `${instance} and ${other?.instance} send to ${webhook} at once`);
    const isOnce = isDisturbed || hasStepped || !this.#sent.has(name);
    must('outbox', isOnce, `${eventId} is sent twice to ${webhook}`);
    const post = { webhook, instance };
    this.#posts.add(post);
    this.#sent.add(name);
    return (isDelivered) => {
      this.#posts.delete(post);
      if (isDelivered) this.#received.add(name);
    };
  }

  /** Of an instance that was killed, nothing is under way any more. */
  ends(instance: string): void {
    for (const post of this.#posts) if (post.instance === instance) this.#posts.delete(post);
  }

  /** At the end, when nothing is disturbed any more. */
  ended(): void {
    this.checkAgain();
    checkSilences(this.facts);
    this.checkSums();
    // Before the last minute; after a step back of the clock, what was due waits until the clock is there again.
    const untilMs = this.facts.hasSteppedBack ? 0 : this.database.nowMs - MINUTE_MS;
    for (const { id, at_ms: atMs, routed_at_ms: routedAtMs } of this.database.rows('events'))
      must('outbox', routedAtMs !== null || atMs > untilMs, `${id} is never routed`);
    for (const { endpoint_id, event_id, state, tries, created_at_ms } of this.database.rows('deliveries')) {
      const isDone = state !== 'waiting' || tries > 2 || created_at_ms > untilMs;
      must('outbox', isDone, `${event_id} still waits for ${endpoint_id} after ${tries} tries`);
    }
  }
}
