import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { type Fault, injectErrors } from '../../support/fault/inject-syscall-errors';
import { Client } from '../../support/process/http';
import { createOwner, Operator, type TestBot } from '../../support/process/operator';
import { reportRequest } from '../../support/process/requests';
import { type Service, startService, stopService } from '../../support/process/service';

const CASES = size(20, 200);
const AT_ONCE = 6;
const BACK_WITHIN_MS = 5_000;

const CALLS = [
  ['fsync', 'fdatasync'],
  ['write', 'pwrite64'],
  ['fsync', 'fdatasync', 'write', 'pwrite64'],
] as const;
const ERRORS = ['EIO', 'ENOSPC'] as const;
const WHEN = ['1+', '1', '2', '2+', '1+2', '3'] as const;

const folder = mkdtempSync(join(tmpdir(), 'botmeter-io-'));
const databaseFile = join(folder, 'botmeter.db');
const files = ['', '-wal', '-shm'].map((suffix) => databaseFile + suffix);
let service: Service;
let client: Client;
let operator: Operator;

beforeAll(async () => {
  service = await startService({ databaseFile });
  await createOwner(databaseFile);
  operator = new Operator(databaseFile);
  client = new Client(service.port);
});
afterAll(async () => {
  client.close();
  await operator.close();
  service.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/**
 * What is known of one bot's report: how often it was acknowledged, how often an answer said that nothing was stored,
 * and how often that it may have been.
 */
type Known = { readonly bot: TestBot; acknowledged: number; refused: number; unknown: number };

async function send(known: Known): Promise<number> {
  const { bot } = known;
  const answer = await client.send(reportRequest(bot));
  const { status } = answer;
  expect([200, 429, 503]).toContain(status);
  if (status === 200) known.acknowledged++;
  if (status === 503) {
    if (/may have been stored and counted/.test(answer.json().message)) known.unknown++;
    else known.refused++;
  }
  return status;
}

async function expectKept(known: readonly Known[]): Promise<void> {
  for (const { bot, acknowledged, unknown } of known) {
    const { used, reports } = await operator.state(bot.id);
    expect(reports.length).toBe(used);
    expect(acknowledged).toBeLessThanOrEqual(1);
    expect(used).toBeGreaterThanOrEqual(acknowledged);
    expect(used).toBeLessThanOrEqual(Math.min(1, acknowledged + unknown));
  }
}

it(`in ${CASES} failures of sync and write answers 503 and nothing false, and recovers by itself`, {
  timeout: 1_800_000,
}, async () => {
  const random = randomFrom(SEED);
  const all: Known[] = [];
  let refused = 0;
  let unknown = 0;
  let slowestBackMs = 0;
  for (let i = 0; i < CASES; i++) {
    const fault: Fault = {
      calls: CALLS[random(CALLS.length)] ?? CALLS[0],
      error: ERRORS[random(ERRORS.length)] ?? 'EIO',
      when: WHEN[random(WHEN.length)] ?? '1+',
    };
    const bots = await operator.bots(AT_ONCE, 'business');
    const known = bots.map((bot): Known => ({ bot, acknowledged: 0, refused: 0, unknown: 0 }));
    all.push(...known);

    const restore = await injectErrors(service.pid, files, fault);
    // One after the other, then all at once: a fault can meet a group of one or of several.
    for (const one of known.slice(0, AT_ONCE / 2)) await send(one);
    await Promise.all(known.slice(AT_ONCE / 2).map(send));
    await restore();

    const mendedAt = performance.now();
    for (const one of known) {
      // Nobody said: the report is sent again, and either it was stored (429) or it is now.
      while (one.acknowledged === 0 && (await send(one)) === 503) {
        expect(performance.now() - mendedAt, JSON.stringify(fault)).toBeLessThan(BACK_WITHIN_MS);
      }
    }
    slowestBackMs = Math.max(slowestBackMs, performance.now() - mendedAt);
    refused += known.reduce((sum, one) => sum + one.refused + one.unknown, 0);
    unknown += known.reduce((sum, one) => sum + one.unknown, 0);
    await expectKept(known);
  }
  // Otherwise the faults did not fall into commits.
  expect(refused).toBeGreaterThan(CASES);
  expect(unknown).toBeGreaterThan(0);
  expect(await operator.integrity()).toBe('ok');

  // What the files hold by themselves is what was acknowledged.
  service.kill('SIGKILL');
  await service.ended;
  await operator.close();
  operator = new Operator(databaseFile);
  await expectKept(all);
  expect(await operator.integrity()).toBe('ok');
  service = await startService({ databaseFile });
  expect((await stopService(service)).code).toBe(0);
  figure(
    'Disk',
    `${CASES} times EIO or ENOSPC on sync and write: no false 2xx, 503 instead, recovery without a restart`,
    `${all.length} reports, 0 false, 0 lost; ${refused} answered 503, ${unknown} of them as perhaps stored; all served again within ${slowestBackMs.toFixed(0)} ms`,
  );
});
