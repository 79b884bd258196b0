import { randomUUID } from 'node:crypto';
import { DAY_MS, nextAllowedAt, PLANS, resetAt } from './account.mjs';

/** @typedef {import('./account.mjs').Row} Row */
/** @typedef {import('./request.mjs').Report} Report */

const iso = (/** @type {number} */ ms) => new Date(ms).toISOString();

/** The headers of contract section 6. */
export function headersOf(/** @type {Row} */ row, /** @type {number} */ now) {
  const { calls, minutes } = PLANS[row.plan];
  const wait = Math.max(0, nextAllowedAt(row) - now);
  const untilReset = Math.ceil((resetAt(row) - now) / 1_000);
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': randomUUID(),
    'RateLimit-Policy': `"quota";q=${calls};w=2592000, "interval";q=1;w=${minutes * 60}`,
    RateLimit: `"quota";r=${calls - row.cycle_used};t=${untilReset}, "interval";r=${wait === 0 ? 1 : 0};t=${Math.ceil(wait / 1_000)}`,
  };
}

export const refusal = (/** @type {number} */ status) => ({ success: false, error: String(status) });

/** The 200 of a report (contract section 3). */
export const accepted = (
  /** @type {Row} */ row,
  /** @type {Report} */ report,
  /** @type {number} */ now,
) => ({
  success: true,
  message: 'Stats updated successfully',
  data: { ...report, botName: row.name, updatedAt: iso(now) },
});

/** The 200 of a usage read (contract section 4), for a bot well within its quota. */
export function usage(/** @type {Row} */ row, /** @type {number} */ now) {
  const plan = PLANS[row.plan];
  const used = row.cycle_used;
  const untilReset = resetAt(row) - now;
  const perDay = used / Math.max(1, 30 - untilReset / DAY_MS);
  const wait = Math.max(0, nextAllowedAt(row) - now);
  return {
    success: true,
    data: {
      bot: { id: row.id, name: row.name },
      tier: {
        name: row.plan,
        displayName: plan.displayName,
        features: { customWebhooks: false, prioritySupport: false, badge: 'none' },
      },
      usage: {
        apiCalls: {
          used,
          limit: plan.calls,
          remaining: plan.calls - used,
          percentage: Math.floor((used * 10_000) / plan.calls) / 100,
          status: 'healthy',
          message: 'Usage is well within the quota.',
        },
        reset: {
          at: iso(resetAt(row)),
          inDays: Math.ceil(untilReset / DAY_MS),
          inHours: Math.ceil(untilReset / 3_600_000),
        },
      },
      updates: {
        interval: plan.interval,
        lastUpdate: row.last_report_at_ms === null ? null : iso(row.last_report_at_ms),
        nextUpdateAllowedAt: iso(nextAllowedAt(row)),
        minutesUntilNextUpdate: Math.ceil(wait / 60_000),
        canUpdateNow: wait === 0,
      },
      capabilities: {
        analyticsLevel: plan.level,
        historyDays: plan.historyDays,
        updateIntervalMinutes: plan.minutes,
      },
      statistics: {
        avgCallsPerDay: Math.round(perDay * 100) / 100,
        estimatedDaysRemaining: Math.round(((plan.calls - used) / perDay) * 10) / 10,
        usageHistory: history(row, now),
      },
      upgrade: null,
    },
  };
}

/** The last 30 days, with zeros for days without calls. */
function history(/** @type {Row} */ row, /** @type {number} */ now) {
  const counted = new Map(row.day_counts.split(',').map((day) => [Number.parseInt(day, 10), day.split(':')]));
  const today = Math.floor(now / DAY_MS);
  return Array.from({ length: 30 }, (_, i) => {
    const day = today - 29 + i;
    const [, calls = 0, rejected = 0] = counted.get(day) ?? [];
    return { date: iso(day * DAY_MS).slice(0, 10), calls: Number(calls), rejected: Number(rejected) };
  });
}
