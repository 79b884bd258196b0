import {
  type BotHeadView,
  type BotView,
  type CountChanges,
  type ShownUsage,
  type StateHistory,
  seriesRow,
} from '@/lib/contract/bot-view';
import type { EventType } from '@/lib/domain/alerts/event';
import type { Account } from '@/lib/domain/bots/account';
import { type BotState, botState } from '@/lib/domain/bots/bot-state';
import { changeSince, type Period, type ReportAt } from '@/lib/domain/history/change';
import { gapSearch } from '@/lib/domain/history/gaps';
import { periodBefore, type Range, seriesWindow } from '@/lib/domain/history/history';
import type { Caller } from '@/lib/domain/people/caller';
import { callsByOperation, callsOfDays } from '@/lib/domain/quota/breakdown';
import { cycleStartMs, dayOf } from '@/lib/domain/quota/days';
import { forecast, paceOf } from '@/lib/domain/quota/forecast';
import { DAY_MS, PLANS } from '@/lib/domain/quota/plan';
import { type UsageRecord, usageRecord } from '@/lib/domain/quota/usage-record';
import { reportAvailability } from '@/lib/domain/reports/interval';
import type { Signs } from '@/lib/domain/silences/silence';
import { OWN_SILENT_AFTER_MS } from '@/lib/domain/silences/silence-terms';
import type { Directory, Ports, Tables } from '@/lib/ports/ports';
import { annotationsIn, annotationsWithin } from '../history/annotations';
import { reportsAt } from '../history/reports-at';
import { done, type Result, type Versioned } from '../result';
import { type BotOf, may, type Right } from '../rights';
import { usagePartsOf } from '../usage/parts';
import { findOtherOwner, permitted, withRole } from './find';
import { firstSteps } from './first-steps';
import { type PageTurn, viewHistory } from './view-history';

/** Events that change the course of the counts, and so are marked on their time axis. */
const MARKED: readonly EventType[] = [
  ...(['bot.silent', 'bot.recovered', 'bot.disabled', 'bot.enabled', 'bot.plan_changed'] as const),
  ...(['quota.exhausted', 'quota.restored', 'stats.dropped'] as const),
];
/** `statistics.usageHistory` has so many days, and a part of today. */
const SHOWN_DAYS_MS = 31 * DAY_MS;
/** More marks would hide the chart. */
const MARKS_MAX = 100;

/**
 * A bot that `who` may manage, with its reports of `range`, and of the period before if it `isCompared`. Never counted as a
 * call (contract rule 2). The version takes the bot's row. With `waitMaxMs` in `turn`, the view is busy instead of refused
 * for lack of a slot.
 */
export async function readBot(
  ports: Ports,
  who: Caller,
  botId: string,
  range: Range,
  { isCompared = false, ...turn }: PageTurn & { readonly isCompared?: boolean } = {},
): Promise<Result<Versioned<BotView>>> {
  const found = await findSnapshot(ports, who, botId, 'readBot');
  if (!found.ok) return found;
  const { account, nowMs } = found.value;
  const window = seriesWindow(range, account.plan, nowMs);
  const { fromMs, untilMs, bucketMs } = window;
  const search = gapSearch(account, { fromMs, toMs: untilMs }, nowMs);
  const before = isCompared ? periodBefore(window, account.plan, nowMs) : null;
  const state = await stateOf(ports.directory, account, nowMs);
  const atNow = {
    state,
    since: await stateHistory(ports.directory, account, state, nowMs),
    availability: reportAvailability(account, nowMs),
    pace: paceOf(account, nowMs),
    forecast: forecast(account, nowMs),
    firstSteps:
      account.lastReport === null
        ? await ports.directory.read((tables) => firstSteps(tables, account, nowMs))
        : null,
  };
  return done({
    version: {
      ...atNow,
      account: lasting(account),
      availability: atNow.availability.refusal && atNow.availability,
      range,
      isCompared,
      bucketMs,
      // The chart moves on by a point, and the days by one, even if nothing is reported.
      buckets: [fromMs, untilMs].map((atMs) => Math.floor(atMs / bucketMs)),
      today: dayOf(nowMs),
      // A gap begins with time alone.
      isInGap: search !== null && nowMs - (account.lastReport?.atMs ?? search.fromMs) > search.longerThanMs,
    },
    read: async () => {
      const ofDays = { fromMs: nowMs - SHOWN_DAYS_MS, untilMs: nowMs + 1 };
      const read = await viewHistory(ports, who, turn, async (history) => ({
        series: await history.series({ botId, fromMs, untilMs: untilMs + 1, bucketMs }),
        gaps: search === null ? [] : await history.gaps({ botId, ...search }),
        previous: before && (await history.series({ botId, ...before, bucketMs })),
        reportAt: await reportsAt(history, account, [fromMs, untilMs, before?.fromMs ?? fromMs], nowMs),
        parts: await usagePartsOf(history, account),
        annotations: await annotationsIn(history.marks, botId, {
          fromMs: Math.min(fromMs, ofDays.fromMs),
          untilMs: Math.max(untilMs + 1, ofDays.untilMs),
        }),
      }));
      const annotations = annotationsWithin(read?.annotations ?? null, { fromMs, untilMs: untilMs + 1 });
      const events = await ports.directory.read((tables) =>
        tables.events.listOfBot(botId, Math.max(fromMs, account.registeredAtMs), MARKS_MAX, {
          types: MARKED,
          untilMs,
        }),
      );
      const usage = shownUsage(usageRecord(account, nowMs));
      const dates = usage.statistics.usageHistory.map(({ date }) => date);
      return {
        ...atNow,
        nowMs,
        usage,
        callsOfDays: read && callsOfDays(read.parts, dates),
        usedBy: read && callsByOperation(read.parts.filter(({ cycle }) => cycle === account.cycle.index)),
        lastReport: account.lastReport,
        planSinceMs: account.planChangedAtMs,
        range,
        ...window,
        isBusy: read === null,
        series: (read?.series ?? []).map(seriesRow),
        gaps: read?.gaps ?? [],
        previous: read?.previous?.map(seriesRow) ?? null,
        changes: changesIn(window, read?.reportAt),
        previousChanges: before && changesIn(before, read?.reportAt),
        annotations: {
          marks: [...events.map(({ atMs, type }) => ({ atMs, type })), ...(annotations?.marks ?? [])].sort(
            (a, b) => a.atMs - b.atMs,
          ),
          pauses: annotations?.pauses ?? [],
        },
        annotationsOfDays: annotationsWithin(read?.annotations ?? null, ofDays),
      };
    },
  });
}

export const changesIn = (period: Period, reportAt: ReportAt = () => null): CountChanges => ({
  serverCount: changeSince('serverCount', reportAt, period),
  userCount: changeSince('userCount', reportAt, period),
});

function shownUsage({ usage, statistics, updates, ...record }: UsageRecord): ShownUsage {
  const { message: _, ...apiCalls } = usage.apiCalls;
  return {
    ...record,
    usage: { apiCalls, reset: { at: usage.reset.at } },
    statistics: { usageHistory: statistics.usageHistory },
    updates: { interval: updates.interval, nextUpdateAllowedAt: updates.nextUpdateAllowedAt },
  };
}

/** What the head of a bot's pages shows, of a bot that `who` may manage. */
export async function readBotHead(ports: Ports, who: Caller, botId: string): Promise<Result<BotHeadView>> {
  const found = await findSnapshot(ports, who, botId, 'readBotHead');
  if (!found.ok) return found;
  const { account, nowMs } = found.value;
  const owner = await findOtherOwner(ports, who, botId);
  const state = await stateOf(ports.directory, account, nowMs);
  const { usage, upgrade } = usageRecord(account, nowMs);
  const { used, limit, percentage } = usage.apiCalls;
  return done({
    nowMs,
    name: account.name,
    planDisplayName: PLANS[account.plan].displayName,
    state,
    since: await stateHistory(ports.directory, account, state, nowMs),
    apiCalls: { used, limit, percentage },
    resetAtMs: Date.parse(usage.reset.at),
    forecast: forecast(account, nowMs),
    lastReportAtMs: account.lastReport?.atMs ?? null,
    hasLargerPlan: upgrade !== null,
    isAdmin: may(who, null, 'administer'),
    role: found.value.role ?? null,
    mayManage: may(who, found.value, 'changeSettings'),
    owner: owner.ok ? owner.value : null,
  });
}

/** A bot with which `who` may do `what`, with its account now. */
export async function findSnapshot(
  { store, directory }: Pick<Ports, 'store' | 'directory'>,
  who: Caller,
  botId: string,
  what: Right,
) {
  const snapshot = await store.find({ botId });
  const bot: (NonNullable<typeof snapshot> & BotOf) | null = snapshot && {
    ...snapshot,
    ownerId: snapshot.account.ownerId,
  };
  // Owners and admins need no role: their read costs the bot's row alone.
  if (bot !== null && may(who, bot, what)) return done(bot);
  return permitted(who, await directory.read((tables) => withRole(tables, who, botId, bot)), what);
}

/** What the view depends on; heartbeats show in the state. Events that are marked change `alerts`, if nothing else. */
const lasting = ({ lastHeartbeatAtMs: _, ...account }: Account) => account;

/** What the states of bots depend on besides their accounts. */
export const signsAt = async ({ serving }: Pick<Tables, 'serving'>, nowMs: number): Promise<Signs> => ({
  servingTimes: await serving.since(nowMs - OWN_SILENT_AFTER_MS.max),
});

const ALWAYS_SERVED: Signs = { servingTimes: [{ fromMs: 0, untilMs: Number.POSITIVE_INFINITY }] };

/** Read of a stopped or silent bot only: those need an explanation. */
async function stateHistory(
  directory: Directory,
  { botId, registeredAtMs, cycle }: Account,
  state: BotState,
  nowMs: number,
): Promise<StateHistory | null> {
  if (state.name === 'stopped') {
    const fromMs = cycleStartMs(registeredAtMs, cycle.index);
    const only = { types: ['quota.exhausted'] as const, untilMs: nowMs };
    const [event] = await directory.read(({ events }) => events.listOfBot(botId, fromMs, 1, only));
    return { stoppedAtMs: event?.atMs ?? null, refusal: null };
  }
  if (state.name !== 'silent') return null;
  const [last] = await directory.read(({ refusals }) => refusals.listOfBot(botId, state.sinceMs, 1));
  return { stoppedAtMs: null, refusal: last ? { atMs: last.lastAtMs, error: last.error } : null };
}

/** The state of one bot. Times without service only shorten a silence, so they are read of a bot that may be silent. */
async function stateOf(directory: Directory, account: Account, nowMs: number): Promise<BotState> {
  const state = botState(account, ALWAYS_SERVED, nowMs);
  if (state.name !== 'silent') return state;
  return botState(account, await directory.read((tables) => signsAt(tables, nowMs)), nowMs);
}
