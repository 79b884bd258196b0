import { cycleStartMs } from '@/lib/domain/cycle';
import type { NewEvent } from '@/lib/domain/event';
import { isoTime } from '@/lib/domain/iso-time';
import { CRITICAL_FROM_PERCENT, quotaOf, WARNING_FROM_PERCENT } from '@/lib/domain/quota';
import { thresholdEvent } from '@/lib/domain/quota-events';
import type { TimedReport } from '@/lib/domain/report';
import { type DemoBot, pastAccount, pastOutage } from './past';

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
    ...{ period: String(fromMs), atMs, dueAtMs: atMs },
    data: {
      ...{ botId: bot.id, botName: bot.name, lastSignAt: isoTime(fromMs) },
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
