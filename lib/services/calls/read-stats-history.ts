import { DAY_MS, PLANS } from '@/lib/domain/plan';
import type { Ports } from '@/lib/ports/ports';
import { fairRead, type WaitingCall } from './fair-read';

/** A counted read of the last report of each UTC day that the plan's history has, oldest first. */
export const readStatsHistory = (ports: Pick<Ports, 'store' | 'directory'>, call: WaitingCall) =>
  fairRead(ports, call, (history, { botId, plan }, nowMs) => {
    const fromMs = nowMs - PLANS[plan].historyDays * DAY_MS;
    return history.series({ botId, fromMs, untilMs: nowMs + 1, bucketMs: DAY_MS });
  });
