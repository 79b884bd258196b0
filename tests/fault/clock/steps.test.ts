import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { type Served, serve, suiteFolder } from '../../support/fault/serve';
import { startPostgres } from '../../support/postgres.mjs';
import type { HttpResponse } from '../../support/process/http';
import type { TestBot } from '../../support/process/operator';
import { reportRequest, usageRequest } from '../../support/process/requests';
import { settableClock } from '../../support/process/service';

const STEPS = size(80, 1_000);
const CALLS_A_STEP = 8;
const HOUR = 3_600;
const DAY = 24 * HOUR;
const INTERVAL_S = 60;
const CYCLE_S = 30 * DAY;
const LIMIT = 100_000;

/** Changes of the clock, in seconds since 1970. */
const CLOCK_STEPS = [
  ['+1 h', (s: number) => s + HOUR],
  ['−1 h', (s: number) => s - HOUR],
  ['+31 d', (s: number) => s + 31 * DAY],
  ['−31 d', (s: number) => s - 31 * DAY],
  ['to 1970', () => 60],
  ['to the last second of 32 bits in 2038', () => 2 ** 31 - 2],
  ['to after it', () => 2 ** 31 + 60],
  ['back to now', () => Math.floor(Date.now() / 1_000)],
  ['+61 s', (s: number) => s + 61],
] as const;

const folder = suiteFolder();
// PostgreSQL runs as another user.
chmodSync(folder, 0o755);
const clock = join(folder, 'clock');

/** Sets a clock that keeps running: libfaketime takes an offset from the real one. */
function setClock(seconds: number): void {
  const offset = Math.round(seconds - Date.now() / 1_000);
  writeFileSync(clock, `${offset < 0 ? '' : '+'}${offset}`);
}

/** Asserts that no wait is negative or longer than an interval or a cycle. */
function expectWaits(response: HttpResponse, step: string): void {
  const seconds = response.header('retry-after');
  if (response.status === 429) {
    const isQuota = response.json().error === 'quota_exceeded';
    expect(Number(seconds), step).toBeGreaterThanOrEqual(1);
    expect(Number(seconds), step).toBeLessThanOrEqual(isQuota ? CYCLE_S : INTERVAL_S);
  }
  for (const [, left] of (response.header('ratelimit') ?? '').matchAll(/t=(-?\d+)/g)) {
    expect(Number(left), step).toBeGreaterThanOrEqual(0);
    expect(Number(left), step).toBeLessThanOrEqual(CYCLE_S);
  }
}

/** The clock that counts is that of the service, or of the PostgreSQL server. */
async function openWithClock(kind: 'SQLite' | 'PostgreSQL'): Promise<Served> {
  setClock(Date.now() / 1_000);
  if (kind === 'SQLite') return serve(join(folder, 'botmeter.db'), { env: settableClock(clock) });
  const postgres = await startPostgres([], settableClock(clock));
  const on = await serve(postgres.url);
  const stop = async () => {
    await on.stop();
    await postgres.stop();
  };
  return { ...on, stop };
}

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (kind) => {
  let on: Served;
  beforeAll(async () => {
    on = await openWithClock(kind);
  });
  afterAll(async () => {
    await on.stop();
    expect((await on.service.ended).code).toBe(0);
  });

  /** The server's clock in seconds, as it stamps the first report of a bot. */
  async function serversClock(bot: TestBot): Promise<number> {
    const response = await on.client.send(reportRequest(bot));
    expect(response.status, response.text).toBe(200);
    return Date.parse(response.json().data.updatedAt) / 1_000;
  }

  it(`in ${STEPS} steps of the clock no quota is restored, no wait is negative or too long, and every report is kept`, {
    timeout: 900_000,
  }, async () => {
    const random = randomFrom(SEED);
    const bot = await on.operator.bot({ plan: 'business' });
    const exhausted = await on.operator.bot({ plan: 'business' });
    await on.operator.setUsed(exhausted.id, LIMIT);
    const others = await on.operator.bots(STEPS, 'free');
    let now = Math.floor(Date.now() / 1_000);
    let served = 0;
    let reports = 0;
    for (let i = 0; i < STEPS; i++) {
      const [name, move] = CLOCK_STEPS[random(CLOCK_STEPS.length)] ?? CLOCK_STEPS[0];
      now = Math.max(60, move(now));
      setClock(now);
      // The server uses the new clock.
      const fresh = others[i];
      if (fresh === undefined) throw new Error('There are too few bots.');
      expect(Math.abs((await serversClock(fresh)) - now), name).toBeLessThan(10);
      let acceptedInStep = 0;
      for (let call = 0; call < CALLS_A_STEP; call++) {
        const isReport = call % 2 === 0;
        const response = await on.client.send(isReport ? reportRequest(bot) : usageRequest(bot));
        expect([200, 429], `${name}: ${response.text}`).toContain(response.status);
        expectWaits(response, name);
        if (response.status !== 200) continue;
        served++;
        if (isReport) acceptedInStep++;
        else {
          const { used } = response.json().data.usage.apiCalls;
          expect(used, name).toBeGreaterThanOrEqual(1);
          expect(used, name).toBeLessThanOrEqual(served);
        }
      }
      // A step takes less than an interval.
      expect(acceptedInStep, name).toBeLessThanOrEqual(1);
      reports += acceptedInStep;

      const state = await on.operator.state(bot.id);
      expect(state.reports.length, name).toBeLessThanOrEqual(reports);
      expect(state.used, name).toBeGreaterThanOrEqual(1);
      const refused = await on.client.send(usageRequest(exhausted));
      expect(refused.status, name).toBe(200);
    }
    expect(reports).toBeGreaterThan(STEPS / 10);
    expect(await on.operator.integrity()).toBe('ok');
    expect(on.service.output()).not.toMatch(/unhandled|uncaught|TypeError|RangeError/i);
    figure(
      'Clock',
      `${STEPS} steps of a running server’s clock (±1 h, ±31 d, 1970, 2038), ${kind}`,
      `${STEPS * (CALLS_A_STEP + 1)} calls, ${reports} reports accepted, no wait negative or longer than its window, 0 responses 5xx`,
    );
  });

  it('a clock step back within a cycle restores no quota', async () => {
    const bot = await on.operator.bot({ plan: 'free' });
    const { registeredAtMs } = await on.operator.state(bot.id);
    await on.operator.setUsed(bot.id, 1_500);
    for (const seconds of [5 * DAY, HOUR, 20 * DAY, 60, -HOUR, -31 * DAY, DAY]) {
      setClock(registeredAtMs / 1_000 + seconds);
      const response = await on.client.send(reportRequest(bot));
      expect([seconds, response.status, response.json().error]).toEqual([seconds, 429, 'quota_exceeded']);
      expectWaits(response, `${seconds}`);
    }
  });
});
