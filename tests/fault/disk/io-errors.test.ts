import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { type Served, serve, suiteFolder } from '../../support/fault/serve';
import { Operator, type TestBot } from '../../support/process/operator';
import { reportRequest } from '../../support/process/requests';
import { startService, stopService } from '../../support/process/service';
import { requireProgram } from '../../support/programs';

const CASES = size(20, 200);
const BOTS_PER_CASE = 6;
const BACK_WITHIN_MS = 5_000;

const SYNCS: readonly string[] = ['fsync', 'fdatasync'];
const WRITES: readonly string[] = ['write', 'pwrite64'];
const CALLS = [SYNCS, WRITES, [...SYNCS, ...WRITES]] as const;
const ERRORS = ['EIO', 'ENOSPC'] as const;
const WHEN = ['1+', '1', '2', '2+', '1+2', '3'] as const;

const databaseFile = join(suiteFolder(), 'botmeter.db');
const files = ['', '-wal', '-shm'].map((suffix) => databaseFile + suffix);
let on: Served;
beforeAll(async () => {
  on = await serve(databaseFile);
});
afterAll(() => {
  on.client.close();
  on.service.kill('SIGKILL');
});

/** The client's knowledge of a bot's reports: 200s, 503s that say nothing was stored, and other 503s. */
type Known = { readonly bot: TestBot; acknowledged: number; refused: number; unknown: number };

async function send(known: Known): Promise<number> {
  const response = await on.client.send(reportRequest(known.bot));
  const { status } = response;
  expect([200, 429, 503]).toContain(status);
  if (status === 200) known.acknowledged++;
  if (status === 503) {
    if (/may have been stored and counted/.test(response.json().message)) known.unknown++;
    else known.refused++;
  }
  return status;
}

async function expectKept(operator: Operator, known: readonly Known[]): Promise<void> {
  for (const { bot, acknowledged, unknown } of known) {
    const { used, reports } = await operator.state(bot.id);
    expect(reports.length).toBe(used);
    expect(acknowledged).toBeLessThanOrEqual(1);
    expect(used).toBeGreaterThanOrEqual(acknowledged);
    expect(used).toBeLessThanOrEqual(Math.min(1, acknowledged + unknown));
  }
}

const pick = <T>(random: (below: number) => number, list: readonly [T, ...T[]]): T =>
  list[random(list.length)] ?? list[0];

it(`in ${CASES} failures of sync and write sends 503 and no false 200, and recovers by itself`, {
  timeout: 1_800_000,
}, async () => {
  const { service, operator } = on;
  const random = randomFrom(SEED);
  const all: Known[] = [];
  let slowestBackMs = 0;
  for (let i = 0; i < CASES; i++) {
    const fault: Fault = {
      calls: pick(random, CALLS),
      error: pick(random, ERRORS),
      when: pick(random, WHEN),
    };
    const bots = await operator.bots(BOTS_PER_CASE, 'business');
    const known = bots.map((bot): Known => ({ bot, acknowledged: 0, refused: 0, unknown: 0 }));
    all.push(...known);

    const restore = await injectErrors(service.pid, files, fault);
    // One after the other, then at once: a fault can hit a group commit of one call or of several.
    for (const one of known.slice(0, BOTS_PER_CASE / 2)) await send(one);
    await Promise.all(known.slice(BOTS_PER_CASE / 2).map(send));
    await restore();

    const restoredAt = performance.now();
    for (const one of known) {
      // A retry after a 503 is refused with 429 if the report was stored, and is stored otherwise.
      while (one.acknowledged === 0 && (await send(one)) === 503) {
        expect(performance.now() - restoredAt, JSON.stringify(fault)).toBeLessThan(BACK_WITHIN_MS);
      }
    }
    slowestBackMs = Math.max(slowestBackMs, performance.now() - restoredAt);
    await expectKept(operator, known);
  }
  const unknown = all.reduce((sum, one) => sum + one.unknown, 0);
  const unavailable = all.reduce((sum, one) => sum + one.refused, unknown);
  // Otherwise the faults did not hit commits.
  expect(unavailable).toBeGreaterThan(CASES);
  expect(unknown).toBeGreaterThan(0);
  expect(await operator.integrity()).toBe('ok');

  // The files alone hold what was acknowledged.
  service.kill('SIGKILL');
  await service.ended;
  await operator.close();
  const reader = new Operator(databaseFile);
  await expectKept(reader, all);
  expect(await reader.integrity()).toBe('ok');
  await reader.close();
  expect((await stopService(await startService({ databaseFile }))).code).toBe(0);
  figure(
    'Disk',
    `${CASES} times EIO or ENOSPC on sync and write: no false 2xx, 503 instead, recovery without a restart`,
    `${all.length} reports, 0 false, 0 lost; ${unavailable} got 503, ${unknown} of them possibly stored; all served again within ${slowestBackMs.toFixed(0)} ms`,
  );
});

/** The system calls to fail and their error, in strace's syntax (`when`: `1+` means every call). */
type Fault = {
  readonly calls: readonly string[];
  readonly error: 'EIO' | 'ENOSPC';
  readonly when: string;
};

const ATTACHED_WITHIN_MS = 10_000;

/** Fails a running process's system calls on `files` until the returned function is called. */
async function injectErrors(
  pid: number,
  files: readonly string[],
  { calls, error, when }: Fault,
): Promise<() => Promise<void>> {
  requireProgram('strace');
  const paths = files.flatMap((file) => ['-P', file]);
  const faults = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}:when=${when}`];
  const tracer = spawn('strace', ['-f', '-p', String(pid), ...paths, ...faults, '-o', '/dev/null'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await attachment(tracer);
  return async () => {
    const ended = once(tracer, 'exit');
    tracer.kill('SIGINT');
    await ended;
  };
}

function attachment(tracer: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const giveUp = setTimeout(
      () => reject(new Error(`strace did not attach: ${output}`)),
      ATTACHED_WITHIN_MS,
    );
    tracer.stderr?.on('data', (chunk) => {
      output += chunk;
      if (!output.includes('attached')) return;
      clearTimeout(giveUp);
      resolve();
    });
  });
}
