import { rollForward } from '@/lib/domain/bots/account';
import { CYCLE_MS } from '@/lib/domain/quota/days';
import { MINUTE_MS } from '@/lib/domain/quota/plan';
import type { Accepted, Facts, Version } from './facts';
import { silentAfterMs } from './invariants';
import { must } from './must';
import { type Action, type Plan, tokenOf } from './plan';
import type { Answer } from './requests';

/** `cycle` and `nowMs` are those of the bot and the clock at the answer. */
type Told = Answer & { readonly cycle: number; readonly nowMs: number };
type Asked = {
  readonly action: Action;
  readonly botId: string;
  readonly fromStep: number;
  readonly offsetMs: number;
  /** `null` while there is none; `lost` if it reached nobody and nothing was done. */
  told: Told | 'lost' | null;
};
const COUNTED = ['report', 'usage', 'read'];
const REFUSALS = ['update_too_soon', 'quota_exceeded', 'bot_disabled', 'bot_mismatch'];

/** Whether a served call is certainly counted: a read at the limit is not. */
const isSurelyCounted = ({ action }: Asked, { used, limit }: Answer): boolean =>
  COUNTED.includes(action.do) && (action.do === 'report' || used < limit);
const isServed = (told: Asked['told']): told is Told =>
  told !== null && told !== 'lost' && told.error === null;

/** All clients, what each was told, and whether it is true. */
export class Clients {
  readonly #facts: Facts;
  readonly #plan: Plan;
  readonly #asked: Asked[] = [];
  /** What the clients hung up on. */
  readonly #hungUp = new Set<Action>();

  constructor(facts: Facts, plan: Plan) {
    this.#facts = facts;
    this.#plan = plan;
  }

  asks(action: Action): Asked {
    const { scheduler, offsetMs } = this.#facts.database;
    const botId = this.#plan.bots['bot' in action ? action.bot : 0]?.id ?? '';
    const asked: Asked = { action, botId, fromStep: scheduler.steps, offsetMs, told: null };
    this.#asked.push(asked);
    return asked;
  }

  told(asked: Asked, answer: Answer): void {
    const { database, isDisturbed } = this.#facts;
    const { action, botId } = asked;
    const { status, error } = answer;
    const registeredAtMs = database.bot(botId)?.registeredAtMs ?? 0;
    const { nowMs } = database;
    const cycle = Math.round((nowMs + answer.untilResetMs - registeredAtMs) / CYCLE_MS) - 1;
    const told = { ...answer, cycle, nowMs };
    asked.told = told;
    const name = `${action.id} ${action.do}`;
    must('I7', status < 500 || status === 503, `${name} was answered ${status} ${error}`);
    must('I7', status !== 503 || isDisturbed, `${name} was answered 503 while nothing failed`);
    const isKnown = error === null || REFUSALS.includes(error) || error === 'storage_unavailable';
    must('told', isKnown, `${name} was answered ${error}`);
    this.#checkTold(asked);
    // A clock that was set meanwhile may be that of the decision or not.
    if (status === 503 || !COUNTED.includes(action.do) || asked.offsetMs !== database.offsetMs) return;
    this.#checkState(asked, told);
    this.#checkRetryAfter(asked, told);
    if (error === null) this.#checkAlone(asked, told);
  }

  hangsUp(action: Action): void {
    this.#hungUp.add(action);
  }

  /** I5: a report was sent with a key of its bot, and names it. */
  checkOwn({ report: { bot_id: botId, server_count: serverCount } }: Accepted): void {
    const sent = this.#asked.find(({ action }) => action.do === 'report' && tokenOf(action) === serverCount);
    const isOwn =
      sent?.action.do === 'report' && sent.action.bot === sent.action.named && sent.botId === botId;
    must('I5', isOwn, `${botId}: has the report of ${serverCount} servers of another bot's key`);
  }

  /** No silence is notified of a bot whose heartbeat was received; one of the last minute may not be written yet. */
  checkHeard({ before, after }: Version, nowMs: number): void {
    if (before.alerts.silentSinceMs !== null || after.alerts.silentSinceMs === null) return;
    if (this.#facts.hasStepped || this.#facts.isDisturbed) return;
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
    const { stored, votes } = this.#facts;
    const isStored = action.do === 'report' && stored.has(tokenOf(action));
    const has = (is: boolean, message: string) => must('told', is, `${action.id} ${action.do}: ${message}`);
    if (told.error !== null) {
      const mayBeStored = told.error === 'storage_unavailable' && told.isOutcomeUnknown;
      has(mayBeStored || !isStored, `its report is stored, and it was answered ${told.error}`);
    } else if (action.do === 'report') has(isStored, 'its accepted report is not stored');
    else if (action.do === 'vote') has(votes.get(String(action.user)) === 1, 'its vote is not stored');
    if (told.error !== null || !COUNTED.includes(action.do)) return;
    const isCounted = this.#facts.isCounted(botId, told.cycle, told.used);
    const mayBeFree = action.do === 'usage' && told.used >= told.limit;
    has(mayBeFree || isCounted, `its call, number ${told.used}, is not counted`);
  }

  /** What was told of the bot was so at some moment of the call. */
  #checkState({ action, botId, fromStep }: Asked, { used, cycle, nowMs, error, limit }: Told): void {
    const versions = this.#facts.versions.get(botId) ?? [];
    const wasSo = ({ before, after }: Version) => {
      const [from, to] = [rollForward(before, nowMs).cycle, rollForward(after, nowMs).cycle];
      const isAtLeast = Math.min(from.used, to.used, limit) <= used;
      const isUsed = to.index === cycle && isAtLeast && used <= Math.min(to.used, limit);
      return isUsed && (error !== 'bot_disabled' || before.isDisabled || after.isDisabled);
    };
    const isOfCall = (i: number) => (versions[i + 1]?.step ?? Number.POSITIVE_INFINITY) >= fromStep;
    const isSeen = versions.length === 0 || versions.some((version, i) => isOfCall(i) && wasSo(version));
    must('told', isSeen, `${action.id} was told ${used} calls (${error}), which its bot did not have then`);
    must('told', error !== 'quota_exceeded' || used >= limit, `${action.id} was refused with calls left`);
  }

  /** A client that waits as long as it is told is not too early (contract section 5). */
  #checkRetryAfter({ action, botId }: Asked, { retryAfterMs, nowMs, error, intervalMs, cycle }: Told): void {
    const account = this.#facts.database.bot(botId);
    if (account === undefined || retryAfterMs === null || action.do !== 'report') return;
    if (this.#hungUp.has(action)) return;
    const sinceMs = Math.min(account.lastReport?.atMs ?? 0, nowMs);
    const ofCycleMs = error === 'quota_exceeded' ? account.registeredAtMs + (cycle + 1) * CYCLE_MS : 0;
    const waitMs = Math.max(sinceMs + intervalMs, ofCycleMs) - nowMs;
    must('Retry-After', waitMs > 0, `${action.id} was refused (${error}) ${-waitMs} ms after it was due`);
    const isOneInterval = error !== 'update_too_soon' || retryAfterMs <= intervalMs;
    must('Retry-After', isOneInterval, `${action.id} must wait ${retryAfterMs} ms, more than an interval`);
    const isEnough = retryAfterMs >= waitMs;
    must('Retry-After', isEnough, `${action.id} is due in ${waitMs} ms, and was told ${retryAfterMs} ms`);
  }

  /** No two calls are told the same number: one of them would not be counted. */
  #checkAlone(asked: Asked, told: Told): void {
    if (!isSurelyCounted(asked, told)) return;
    const twin = this.#asked.find(
      (other) =>
        other !== asked &&
        other.botId === asked.botId &&
        isServed(other.told) &&
        isSurelyCounted(other, other.told) &&
        other.told.cycle === told.cycle &&
        other.told.used === told.used,
    );
    const ids = `${asked.action.id} and ${twin?.action.id}`;
    must('told', twin === undefined, `${ids} were told the same number of calls, ${told.used}`);
  }

  checkAgain(): void {
    for (const asked of this.#asked) this.#checkTold(asked);
  }

  /** I3: acknowledged ≤ counted ≤ acknowledged + unanswered. */
  checkSums(): void {
    for (const { id: botId } of this.#plan.bots) {
      const calls = this.#asked.filter((asked) => asked.botId === botId && COUNTED.includes(asked.action.do));
      const least = calls.filter(
        (asked) => isServed(asked.told) && isSurelyCounted(asked, asked.told),
      ).length;
      const most = calls.filter(
        ({ told }) => told === null || (told !== 'lost' && (told.error === null || told.isOutcomeUnknown)),
      ).length;
      const counted = this.#facts.countedOf(botId);
      const isBetween = least <= counted && counted <= most;
      must('I3', isBetween, `${botId}: ${counted} calls counted; ${least} to ${most} were served`);
    }
  }
}
