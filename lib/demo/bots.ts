import { REPORT_PATH } from '@/lib/contract/api-paths';
import type { NewEvent } from '@/lib/domain/alerts/event';
import type { Account } from '@/lib/domain/bots/account';
import { cycleStartMs, dayOf } from '@/lib/domain/quota/days';
import { DAY_MS, intervalText, PLANS } from '@/lib/domain/quota/plan';
import { CRITICAL_FROM_PERCENT, quotaOf, WARNING_FROM_PERCENT } from '@/lib/domain/quota/quota';
import { thresholdEvent } from '@/lib/domain/reports/call-events';
import { REFUSALS_KEPT_MS, type RefusedCalls } from '@/lib/domain/reports/refusal';
import type { TimedReport } from '@/lib/domain/reports/report';
import { isoTime } from '@/lib/domain/text/time';
import { type DemoBot, pastAccount, pastOutage } from './past';

/** The demo's bots: one on each plan, and one each in healthy, warning and critical. */

export const DEMO_BOTS: readonly DemoBot[] = [
  {
    id: '1183746529012345678',
    name: 'Harbour',
    plan: 'business',
    servers: 48_210,
    shards: 48,
    used: 28_944,
    cycleDays: 20,
  },
  {
    id: '1092837465601928374',
    name: 'Lantern Music',
    plan: 'premium',
    servers: 3_842,
    shards: 4,
    used: 8_412,
    cycleDays: 26,
  },
  {
    id: '1001928374650192837',
    name: 'Tidekeeper',
    plan: 'free',
    servers: 412,
    shards: 1,
    used: 1_446,
    cycleDays: 27,
  },
];

/** The refused calls that an account's days count and that are still kept: reports that `keyId` sent too soon. */
export const pastRefusals = ({ botId, plan, days }: Account, keyId: string, nowMs: number) =>
  days
    .filter(({ day, rejected }) => rejected > 0 && day > dayOf(nowMs - REFUSALS_KEPT_MS))
    .map(({ day, rejected: count }): RefusedCalls => {
      const lengthMs = Math.min(DAY_MS, nowMs - day * DAY_MS);
      const every = intervalText(PLANS[plan]).replace(/^1 /, '');
      return {
        botId,
        keyId,
        operation: `POST ${REPORT_PATH}`,
        requestId: '',
        sent: '',
        count,
        error: 'update_too_soon',
        message: `The ${PLANS[plan].displayName} plan accepts one report every ${every}. Try again in 20 seconds.`,
        firstAtMs: Math.round(day * DAY_MS + lengthMs * 0.3),
        lastAtMs: Math.round(day * DAY_MS + lengthMs * 0.6),
      };
    });

const THRESHOLDS = [
  { type: 'quota.warning', percent: WARNING_FROM_PERCENT },
  { type: 'quota.critical', percent: CRITICAL_FROM_PERCENT },
] as const;

/** What a demo bot's past has caused: its outage, and the thresholds of its quota. */
export const pastEvents = (bot: DemoBot, nowMs: number, last: TimedReport): NewEvent[] => [
  ...outageEvents(bot, nowMs),
  ...quotaEvents(bot, nowMs, last),
];

function outageEvents(bot: DemoBot, nowMs: number): NewEvent[] {
  const { fromMs, untilMs } = pastOutage(bot, nowMs);
  const at = (atMs: number) => ({
    period: String(fromMs),
    atMs,
    dueAtMs: atMs,
    data: {
      botId: bot.id,
      botName: bot.name,
      lastSignAt: isoTime(fromMs),
      silentSeconds: Math.round((atMs - fromMs) / 1_000),
    },
  });
  return [
    { type: 'bot.silent', ...at(Math.round(fromMs + (untilMs - fromMs) / 3)) },
    { type: 'bot.recovered', ...at(untilMs) },
  ];
}

/** As if the bot had called evenly since its cycle began. */
function quotaEvents(bot: DemoBot, nowMs: number, last: TimedReport): NewEvent[] {
  const account = pastAccount(bot, nowMs, last);
  const { used, limit } = quotaOf(account);
  const startMs = cycleStartMs(account.registeredAtMs, account.cycle.index);
  return THRESHOLDS.flatMap(({ type, percent }) => {
    const usedThen = Math.ceil((limit * percent) / 100);
    if (used < usedThen) return [];
    const atMs = Math.round(startMs + ((nowMs - startMs) * usedThen) / used);
    return [thresholdEvent(type, { ...account, cycle: { ...account.cycle, used: usedThen } }, atMs)];
  });
}
