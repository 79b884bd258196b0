import { expect, test } from 'vitest';
import type { PlanName } from '@/lib/domain/quota/plan';
import { seeded } from '@/tests/support/random';
import { SimulatedService } from './simulated-service';
import { clientOn, VirtualTime } from './virtual-time';

const DAY_MS = 24 * 3_600_000;
const RESTARTS = 20;

type Month = {
  readonly plan: PlanName;
  readonly change?: { readonly to: PlanName; readonly atDay: number };
  readonly tooSoonMax: number;
};

/** Simulates 30 days of a bot that is restarted 20 times, with a network latency of 250 ± 200 ms each way. */
async function simulate({ plan, change }: Pick<Month, 'plan' | 'change'>, seed: number) {
  const random = seeded(seed);
  const time = new VirtualTime(random() * DAY_MS);
  const startMs = time.nowMs;
  const service = new SimulatedService(time, plan);
  service.latencyMs = () => 50 + random() * 400;
  const source = { collect: () => ({ serverCount: 4, userCount: 273 }) };
  const boot = () => {
    const client = clientOn(time, { fetch: service.fetch, random });
    client.start(source);
    return client;
  };
  const restarts = Array.from({ length: RESTARTS }, () => startMs + random() * 30 * DAY_MS).sort(
    (a, b) => a - b,
  );
  const changeAtMs = change ? startMs + change.atDay * DAY_MS : Number.POSITIVE_INFINITY;
  const upSinceMs: number[] = [startMs];
  const endMs = startMs + 30 * DAY_MS - 1;

  let client = boot();
  const runTo = async (atMs: number) => {
    if (change && time.nowMs < changeAtMs && atMs >= changeAtMs) {
      await time.advance(changeAtMs - time.nowMs);
      service.plan = change.to;
    }
    await time.advance(Math.max(0, atMs - time.nowMs));
  };
  for (const atMs of restarts) {
    await runTo(atMs);
    client.stop();
    await runTo(Math.min(endMs, time.nowMs + random() * 120_000));
    upSinceMs.push(time.nowMs);
    client = boot();
  }
  await runTo(endMs);
  client.stop();
  return { service, upSinceMs, changeAtMs, endMs };
}

/** How late the latest report was, in ms, after it was allowed and the bot was up; except after the change of plan. */
function longestDelayMs(
  { service, upSinceMs, changeAtMs, endMs }: Awaited<ReturnType<typeof simulate>>,
  intervalMsAt: (atMs: number) => number,
): number {
  const times = [...service.reportsAtMs, endMs];
  let longest = 0;
  times.forEach((atMs, index) => {
    const previousMs = times[index - 1];
    const allowedMs = previousMs === undefined ? 0 : previousMs + intervalMsAt(atMs);
    if (previousMs !== undefined && previousMs <= changeAtMs && changeAtMs < atMs) return;
    const upMs = upSinceMs.filter((since) => since <= atMs).at(-1) ?? 0;
    longest = Math.max(longest, atMs - Math.max(allowedMs, upMs));
  });
  return longest;
}

const MINUTES = { free: 30, premium: 5, business: 1 };

/** Each plan is in one of them for twelve days at least. */
const MONTHS: readonly Month[] = [
  { plan: 'free', tooSoonMax: 0 },
  { plan: 'premium', change: { to: 'business', atDay: 17.7 }, tooSoonMax: 0 },
  { plan: 'free', change: { to: 'premium', atDay: 11.3 }, tooSoonMax: 0 },
  // The client detects a downgrade by one refused report. A later day would exhaust the smaller quota.
  { plan: 'business', change: { to: 'premium', atDay: 1 }, tooSoonMax: 1 },
];

test.each(MONTHS)(
  'in a month of $plan (changed to $change.to) no report is too soon or more than 30 s late, and the quota suffices',
  async ({ tooSoonMax, plan, change }) => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32));
    const run = await simulate({ plan, ...(change && { change }) }, seed);
    const { service, changeAtMs } = run;
    const hint = `SEED=${seed}`;
    const intervalMsAt = (atMs: number) => MINUTES[change && atMs > changeAtMs ? change.to : plan] * 60_000;
    const tooSoon = service.refusedAtMs.filter(({ error }) => error === 'update_too_soon');
    expect(tooSoon.length, hint).toBeLessThanOrEqual(tooSoonMax);
    const isAfterChange = ({ atMs }: { atMs: number }) => atMs > changeAtMs && atMs < changeAtMs + 5 * 60_000;
    expect(tooSoon.every(isAfterChange), hint).toBe(true);
    expect(service.refusedAtMs.length - tooSoon.length, hint).toBe(0);
    expect(longestDelayMs(run, intervalMsAt), hint).toBeLessThanOrEqual(30_000);
    // One at the start, one at each restart, one for the name of a changed plan.
    expect(service.usageReads, hint).toBeLessThanOrEqual(RESTARTS + 2);
  },
);
