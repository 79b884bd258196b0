import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { settableClock } from '../../support/fault/process-clock';
import { startPostgres } from '../../support/postgres.mjs';
import { createDatabase } from '../../support/process/database-url';
import { Client, type HttpResponse } from '../../support/process/http';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';
import { reportRequest, usageRequest } from '../../support/process/requests';
import { type Service, startService, stopService } from '../../support/process/service';

const STEPS = size(200, 1_000);
const CALLS_A_STEP = 8;
const HOUR = 3_600;
const DAY = 24 * HOUR;
const INTERVAL_S = 60;
const CYCLE_S = 30 * DAY;
const LIMIT = 100_000;

/** Where the clock goes: by so much, or to a moment (seconds since 1970). */
const WAYS = [
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

const folder = mkdtempSync(join(tmpdir(), 'botmeter-clock-'));
const clock = join(folder, 'clock');
beforeAll(() => chmodSync(folder, 0o755));
afterAll(() => rmSync(folder, { recursive: true }));

/** The clock runs on from there: libfaketime takes an offset from the real one. */
function setClock(seconds: number): void {
  const offset = Math.round(seconds - Date.now() / 1_000);
  writeFileSync(clock, `${offset < 0 ? '' : '+'}${offset}`);
}

/** What a wait may be at most: the rest of an interval, or of a cycle. */
function expectWaits(answer: HttpResponse, step: string): void {
  const seconds = answer.header('retry-after');
  if (answer.status === 429) {
    const isQuota = answer.json().error === 'quota_exceeded';
    expect(Number(seconds), step).toBeGreaterThanOrEqual(1);
    expect(Number(seconds), step).toBeLessThanOrEqual(isQuota ? CYCLE_S : INTERVAL_S);
  }
  for (const [, left] of (answer.header('ratelimit') ?? '').matchAll(/t=(-?\d+)/g)) {
    expect(Number(left), step).toBeGreaterThanOrEqual(0);
    expect(Number(left), step).toBeLessThanOrEqual(CYCLE_S);
  }
}

/** The clock that counts is the service's own, or that of the PostgreSQL server. */
async function openDatabaseAndServer(kind: 'SQLite' | 'PostgreSQL') {
  setClock(Date.now() / 1_000);
  if (kind === 'SQLite') {
    const databaseFile = join(folder, 'botmeter.db');
    await createOwner(databaseFile);
    const service = await startService({ databaseFile, env: settableClock(clock) });
    return { service, operator: new Operator(databaseFile), close: async () => {} };
  }
  const postgres = await startPostgres([], settableClock(clock));
  const databaseUrl = await createDatabase(postgres.url);
  await createOwner(databaseUrl);
  const service = await startService({ databaseUrl });
  return { service, operator: new Operator(databaseUrl), close: postgres.stop };
}

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (kind) => {
  let running: Awaited<ReturnType<typeof openDatabaseAndServer>>;
  let service: Service;
  let operator: Operator;
  let client: Client;
  beforeAll(async () => {
    running = await openDatabaseAndServer(kind);
    ({ service, operator } = running);
    client = new Client(service.port);
  });
  afterAll(async () => {
    client.close();
    await operator.close();
    expect((await stopService(service)).code).toBe(0);
    await running.close();
  });

  /** The server's clock in seconds, as it stamps the first report of a bot. */
  async function serversClock(bot: TestBot): Promise<number> {
    const answer = await client.send(reportRequest(bot));
    expect(answer.status, answer.text).toBe(200);
    return Date.parse(answer.json().data.updatedAt) / 1_000;
  }

  it(`in ${STEPS} steps of the clock no quota comes back, no wait is negative or too long, and every report is kept`, {
    timeout: 900_000,
  }, async () => {
    const random = randomFrom(SEED);
    const bot = await operator.bot({ plan: 'business' });
    const exhausted = await operator.bot({ plan: 'business' });
    await operator.setUsed(exhausted.id, LIMIT);
    const others = await operator.bots(STEPS, 'free');
    let now = Math.floor(Date.now() / 1_000);
    let served = 0;
    let reports = 0;
    for (let i = 0; i < STEPS; i++) {
      const [name, move] = WAYS[random(WAYS.length)] ?? WAYS[0];
      now = Math.max(60, move(now));
      setClock(now);
      // Otherwise the step would not be one.
      const fresh = others[i];
      if (fresh === undefined) throw new Error('There are too few bots.');
      expect(Math.abs((await serversClock(fresh)) - now), name).toBeLessThan(10);
      let acceptedInStep = 0;
      for (let call = 0; call < CALLS_A_STEP; call++) {
        const isReport = call % 2 === 0;
        const answer = await client.send(isReport ? reportRequest(bot) : usageRequest(bot));
        expect([200, 429], `${name}: ${answer.text}`).toContain(answer.status);
        expectWaits(answer, name);
        if (answer.status !== 200) continue;
        served++;
        if (isReport) acceptedInStep++;
        else {
          const { used } = answer.json().data.usage.apiCalls;
          expect(used, name).toBeGreaterThanOrEqual(1);
          expect(used, name).toBeLessThanOrEqual(served);
        }
      }
      // Within a step no minute passes.
      expect(acceptedInStep, name).toBeLessThanOrEqual(1);
      reports += acceptedInStep;

      const state = await operator.state(bot.id);
      expect(state.reports.length, name).toBeLessThanOrEqual(reports);
      expect(state.used, name).toBeGreaterThanOrEqual(1);
      const refused = await client.send(usageRequest(exhausted));
      expect(refused.status, name).toBe(200);
    }
    expect(reports).toBeGreaterThan(STEPS / 10);
    expect(await operator.integrity()).toBe('ok');
    expect(service.output()).not.toMatch(/unhandled|uncaught|TypeError|RangeError/i);
    figure(
      'Clock',
      `${STEPS} steps of a running server’s clock (±1 h, ±31 d, 1970, 2038), ${kind}`,
      `${STEPS * (CALLS_A_STEP + 1)} calls, ${reports} reports accepted, no wait negative or longer than its window, 0 answers 5xx`,
    );
  });

  it('a clock that goes back within a cycle brings no call back', async () => {
    const bot = await operator.bot({ plan: 'free' });
    const { registeredAtMs } = await operator.state(bot.id);
    await operator.setUsed(bot.id, 1_500);
    for (const seconds of [5 * DAY, HOUR, 20 * DAY, 60, -HOUR, -31 * DAY, DAY]) {
      setClock(registeredAtMs / 1_000 + seconds);
      const answer = await client.send(reportRequest(bot));
      expect([seconds, answer.status, answer.json().error]).toEqual([seconds, 429, 'quota_exceeded']);
      expectWaits(answer, `${seconds}`);
    }
  });
});
