import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { type Content, contentOf } from '../../support/fault/database-contents';
import { addReports, seedDatabase } from '../../support/fault/seed-database';
import { killPoints, roundTripsToKillAt, throughProxy, traced } from '../../support/fault/trace-commands';
import { twoAtATime } from '../../support/fault/two-at-a-time';
import { startPostgres } from '../../support/postgres.mjs';
import { createDatabase, settingsFor } from '../../support/process/database-url';
import { openShell } from '../../unit/cli/run';

const KILLS = size(4, 100);

const folder = mkdtempSync(join(tmpdir(), 'botmeter-killed-copy-'));
const source = join(folder, 'source.db');
const backup = join(folder, 'source.backup');
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let content: Content;
beforeAll(async () => {
  postgres = await startPostgres();
  await seedDatabase(source, 400);
  // So many that a good part of the round trips copies rows.
  await addReports(
    source,
    Array.from({ length: 27 }, (_, i) => 3 + i),
  );
  content = await contentOf(source);
  expect(await openShell(settingsFor(source), true).botmeter(['backup', backup])).toMatchObject({
    status: 0,
  });
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

/** Waits until the server has noticed that the command's connections are gone, and undone what did not commit. */
async function commandIsForgotten(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const others = `SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await expect.poll(async () => (await client.query(others)).rows[0].n, { timeout: 10_000 }).toBe(0);
  await client.end();
}

/** Runs a command again after a kill: done now, or refused because all was there already. */
async function expectDoneOrThere(
  database: string,
  args: readonly string[],
  target: string,
): Promise<'done' | 'there'> {
  const { status, stderr } = await openShell(settingsFor(database), true).botmeter(args);
  if (status !== 0)
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^[^\n]*not empty[^\n]*\n$/),
    });
  // Were a part of it there, it would have been refused, and not be all.
  expect(await contentOf(target)).toEqual(content);
  return status === 0 ? 'done' : 'there';
}

describe.each([
  ['restore into PostgreSQL', (url: string) => ({ args: ['restore', backup], env: settingsFor(url) }), true],
  [
    'copy --to postgres://',
    (url: string) => ({ args: ['copy', '--to', url], env: settingsFor(source) }),
    false,
  ],
] as const)('%s', (what, invoke, isTargetOwn) => {
  it(`killed at ${KILLS} of its round trips leaves nothing or all, and works when run again`, {
    timeout: 3_600_000,
  }, async () => {
    const random = randomFrom(SEED + 3);
    const { roundTrips } = await throughProxy(await createDatabase(postgres.url), invoke);
    expect(roundTrips).toBeGreaterThan(10);
    const counts = { killed: 0, done: 0, there: 0 };
    await twoAtATime(roundTripsToKillAt(roundTrips, KILLS, random), async (killAt) => {
      const url = await createDatabase(postgres.url);
      const { signal } = await throughProxy(url, invoke, killAt);
      if (signal === 'SIGKILL') counts.killed++;
      await commandIsForgotten(url);
      const { args } = invoke(url);
      counts[await expectDoneOrThere(isTargetOwn ? url : source, args, url)]++;
    });
    expect(counts.killed).toBeGreaterThan(KILLS / 2);
    expect(await contentOf(source)).toEqual(content);
    figure(
      'Backup',
      `${what} killed at ${KILLS} of its round trips`,
      `${counts.killed} killed, at some of ${roundTrips}; ${counts.done} times nothing was there, ${counts.there} times all; all by the next run`,
    );
  });
});

it(`copy --to file: killed at ${KILLS} of its system calls leaves nothing or all, and works when run again`, {
  timeout: 3_600_000,
}, async () => {
  const random = randomFrom(SEED + 4);
  const placeOf = (name: string) => {
    mkdirSync(join(folder, name));
    return join(folder, name, 'botmeter.db');
  };
  const invocation = (file: string) => ({ args: ['copy', '--to', `file:${file}`], env: settingsFor(source) });
  const whole = placeOf('whole');
  const { calls } = await traced(invocation(whole), whole);
  const counts = { killed: 0, done: 0, there: 0 };
  await twoAtATime(killPoints(calls, KILLS, random), async (killAt, i) => {
    const file = placeOf(`call-${i}`);
    const { signal } = await traced(invocation(file), file, killAt);
    if (signal === 'SIGKILL') counts.killed++;
    counts[await expectDoneOrThere(source, ['copy', '--to', `file:${file}`], file)]++;
  });
  expect(counts.killed).toBeGreaterThan(KILLS / 2);
  expect(await contentOf(source)).toEqual(content);
  figure(
    'Backup',
    `copy --to file: killed at ${KILLS} of its system calls`,
    `${counts.killed} killed; ${counts.done} times nothing was there, ${counts.there} times all; all by the next run`,
  );
});
