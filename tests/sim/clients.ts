import { type Account, rollForward } from '@/lib/domain/bots/account';
import { MINUTE_MS, PLANS } from '@/lib/domain/quota/plan';
import type { Answer } from './answer';
import type { Accepted, Facts, Version } from './facts';
import { silentAfterMs } from './invariants';
import { must } from './must';
import { type Action, tokenOf } from './plan';

type Asked = { readonly action: Action; readonly fromStep: number; answer: Answer | null };
type Of = Pick<Extract<Answer, { kind: 'served' }>, 'account' | 'nowMs'>;
const NEVER = Number.POSITIVE_INFINITY;

/** A read at the limit is served and not counted. */
const isSurelyCounted = ({ do: what }: Action, { plan, cycle }: Account): boolean =>
  what !== 'usage' || cycle.used < PLANS[plan].callsPerCycle;

/** All clients, what each was told, and whether it is true. */
export class Clients {
  readonly #facts: Facts;
  #asked: Asked[] = [];

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  asks(action: Action) {
    const asked: Asked = { action, fromStep: this.#facts.database.scheduler.steps, answer: null };
    this.#asked.push(asked);
    return {
      told: (answer: Answer) => {
        asked.answer = answer;
        this.#checkTold(asked);
        if (answer.kind === 'served' || answer.kind === 'refused') this.#checkState(asked, answer);
        if (answer.kind === 'served') this.#checkAlone(asked, answer);
      },
      /** It reached nobody. */
      fails: () => {
        asked.answer = { kind: 'unavailable', isOutcomeUnknown: false };
      },
    };
  }

  /** I5: a report was sent with a key of its bot, and names it. */
  checkOwn({ report: { botId, serverCount } }: Accepted): void {
    const sent = this.#asked.find(({ action }) => action.do === 'report' && tokenOf(action) === serverCount);
    const isOwn = sent?.action.do === 'report' && sent.action.bot === sent.action.named && isOf(sent, botId);
    must('I5', isOwn, `${botId}: has the report of ${serverCount} servers of another bot's key`);
  }

  /** No silence is told of a bot whose heartbeat was heard; one of the last minute may not be written yet. */
  checkHeard({ before, after }: Version, nowMs: number): void {
    if (before.alerts.silentSinceMs !== null || after.alerts.silentSinceMs === null) return;
    if (this.#facts.hasStepped || this.#facts.isDisturbed) return;
    const [fromMs, untilMs] = [nowMs - silentAfterMs(after), nowMs - MINUTE_MS];
    const heard = this.#asked.find(
      (asked) =>
        asked.answer?.kind === 'heard' &&
        isOf(asked, after.botId) &&
        fromMs < asked.answer.atMs &&
        asked.answer.atMs < untilMs,
    );
    must(
      'silences',
      heard === undefined,
      `${after.botId}: told silent although ${heard?.action.id} was heard`,
    );
  }

  /** Whether what a client was told is still true: later too, whatever happened since. */
  #checkTold({ action, answer }: Asked): void {
    const { stored, votes } = this.#facts;
    const isStored = action.do === 'report' && stored.has(tokenOf(action));
    const has = (is: boolean, message: string) => must('told', is, `${action.id} ${action.do}: ${message}`);
    switch (answer?.kind) {
      case 'served': {
        const { account } = answer;
        if (action.do === 'report') has(isStored, 'its accepted report is not stored');
        const isCounted = !isSurelyCounted(action, account) || this.#facts.isCounted(account);
        has(isCounted, `its call, number ${account.cycle.used}, is not counted`);
        return;
      }
      case 'refused': {
        const { account, nowMs, error } = answer;
        const { callsPerCycle, intervalMinutes } = PLANS[account.plan];
        const sinceMs = nowMs - (account.lastReport?.atMs ?? 0);
        has(!isStored, `its report is stored, and it was refused: ${error}`);
        if (error === 'quota_exceeded') has(account.cycle.used >= callsPerCycle, 'refused with calls left');
        if (error === 'bot_disabled') has(account.isDisabled, 'refused as disabled');
        const isTooSoon = 0 <= sinceMs && sinceMs < intervalMinutes * MINUTE_MS;
        if (error === 'update_too_soon') has(isTooSoon, `refused as too soon after ${sinceMs} ms`);
        return;
      }
      case 'voted':
        if (action.do !== 'vote' || answer.outcome === 'paused') return;
        has(votes.get(`user ${action.user}`) === 1, `told ${answer.outcome}, and it is not stored`);
        return;
      case 'none':
        has(false, 'told that its key or its source does not exist');
        return;
      case 'hung up':
        has(!isStored, 'its client hung up, and it is stored');
        return;
      case 'unavailable':
        has(answer.isOutcomeUnknown || !isStored, 'told that nothing was stored, and it is');
        return;
    }
  }

  /** The account that was told was the bot's at some moment of the call. */
  #checkState({ action, fromStep }: Asked, { account, nowMs }: Of): void {
    const versions = this.#facts.versions.get(account.botId) ?? [];
    const isWithin = (value: number, from: number, to: number) => from <= value && value <= to;
    const isOf = ({ before, after }: Version) => {
      const [from, to] = [rollForward(before, nowMs).cycle, rollForward(after, nowMs).cycle];
      const isUsed =
        to.index === account.cycle.index &&
        isWithin(account.cycle.used, Math.min(from.used, to.used), to.used);
      const isPlan = [before.plan, after.plan].includes(account.plan);
      const isState = [before.isDisabled, after.isDisabled].includes(account.isDisabled);
      return (
        isUsed && isPlan && isState && isWithin(account.reportsTotal, before.reportsTotal, after.reportsTotal)
      );
    };
    const isSeen = versions.some(
      (version, i) => (versions[i + 1]?.step ?? NEVER) >= fromStep && isOf(version),
    );
    must(
      'told',
      isSeen,
      `${action.id} was told ${account.cycle.used} calls and ${account.reportsTotal} reports, which its bot did not have then`,
    );
  }

  /** No two calls are told the same number: one of them would not be counted. */
  #checkAlone(asked: Asked, { account: { botId, cycle, plan } }: Of): void {
    if (this.#facts.isRestored) return;
    const twin = this.#asked.find(
      ({ action, answer }) =>
        action !== asked.action &&
        answer?.kind === 'served' &&
        answer.account.botId === botId &&
        answer.account.cycle.index === cycle.index &&
        answer.account.cycle.used === cycle.used,
    );
    const isRead =
      cycle.used >= PLANS[plan].callsPerCycle && [twin?.action.do, asked.action.do].includes('usage');
    must(
      'told',
      twin === undefined || isRead,
      `${asked.action.id} and ${twin?.action.id} were told the same number of calls, ${cycle.used}`,
    );
  }

  /** Commits were lost, or an older backup was restored: what was told before is promised no longer then. */
  checkAgain(isRestore: boolean): void {
    if (isRestore) this.#asked = [];
    for (const asked of this.#asked) this.#checkTold(asked);
  }

  /** I3: acknowledged ≤ counted ≤ acknowledged + unanswered. */
  checkSums(): void {
    for (const botId of this.#facts.versions.keys()) {
      const calls = this.#asked.filter(
        (asked) => 'named' in asked.action && asked.action.do !== 'heartbeat' && isOf(asked, botId),
      );
      const least = calls.filter(
        ({ action, answer }) => answer?.kind === 'served' && isSurelyCounted(action, answer.account),
      );
      const most = calls.filter(({ answer }) =>
        answer?.kind === 'unavailable'
          ? answer.isOutcomeUnknown
          : answer === null || answer.kind === 'served',
      );
      const counted = this.#facts.countedOf(botId);
      const isBetween = least.length <= counted && counted <= most.length;
      must(
        'I3',
        isBetween,
        `${botId}: ${counted} calls counted; ${least.length} to ${most.length} were served`,
      );
    }
  }
}

const isOf = ({ action }: Asked, botId: string): boolean =>
  'bot' in action && botId.endsWith(`${action.bot}0`);
