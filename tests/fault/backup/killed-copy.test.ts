import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { figure, randomFrom, SEED, size } from '../../support/fault/campaign';
import { botmeter, runsWell } from '../../support/fault/commands';
import { type Content, contentOf } from '../../support/fault/database-contents';
import { addReports, seedDatabase } from '../../support/fault/seed-database';
import { suiteFolder, suitePostgres } from '../../support/fault/serve';
import {
  killAtEach,
  killPoints,
  roundTripsToKillAt,
  throughProxy,
  traced,
} from '../../support/fault/trace-commands';
import { createDatabase, settingsFor } from '../../support/process/database-url';

const KILLS = size(4, 100);
const TIMEOUT = { timeout: 3_600_000 };

const folder = suiteFolder();
const source = join(folder, 'source.db');
const backup = join(folder, 'source.backup');
const postgres = suitePostgres();
let content: Content;
beforeAll(async () => {
  await seedDatabase(source, 400);
  // Enough rows that many of the round trips copy rows.
  await addReports(
    source,
    Array.from({ length: 27 }, (_, i) => 3 + i),
  );
  content = await contentOf(source);
  await runsWell(source, 'backup', backup);
});

/** Waits until the server has closed the killed command's connections and rolled back its transaction. */
async function connectionsClosed(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const others = `SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await expect.poll(async () => (await client.query(others)).rows[0].n, { timeout: 10_000 }).toBe(0);
  await client.end();
}

/** Counts what killed commands left in their targets: `nothing`, or `all`. */
class Outcomes {
  nothing = 0;
  all = 0;

  /** Runs a command again after a kill: it succeeds, or is refused because everything is there already. */
  async runAgain(database: string, args: readonly string[], target: string): Promise<void> {
    const { status, stderr } = await botmeter(database, ...args);
    if (status === 0) this.nothing++;
    else {
      this.all++;
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: expect.stringMatching(/^[^\n]*not empty[^\n]*\n$/),
      });
    }
    // A partial copy would have been refused and would differ.
    expect(await contentOf(target)).toEqual(content);
  }

  toString(): string {
    return `${this.nothing} times the target was empty, ${this.all} times complete; all complete after the next run`;
  }
}

describe.each([
  ['restore into PostgreSQL', (url: string) => ({ args: ['restore', backup], env: settingsFor(url) }), true],
  [
    'copy --to postgres://',
    (url: string) => ({ args: ['copy', '--to', url], env: settingsFor(source) }),
    false,
  ],
] as const)('%s', (what, invoke, runsOnTarget) => {
  it(
    `killed at ${KILLS} of its round trips copies all or nothing, and works when run again`,
    TIMEOUT,
    async () => {
      const { roundTrips } = await throughProxy(await createDatabase(postgres().url), invoke);
      expect(roundTrips).toBeGreaterThan(10);
      const outcomes = new Outcomes();
      const points = roundTripsToKillAt(roundTrips, KILLS, randomFrom(SEED + 3));
      const killed = await killAtEach(points, async (killAt) => {
        const url = await createDatabase(postgres().url);
        const { signal } = await throughProxy(url, invoke, killAt);
        await connectionsClosed(url);
        await outcomes.runAgain(runsOnTarget ? url : source, invoke(url).args, url);
        return signal;
      });
      expect(await contentOf(source)).toEqual(content);
      figure(
        'Backup',
        `${what} killed at ${KILLS} of its round trips`,
        `${killed} killed, of ${roundTrips} round trips; ${outcomes}`,
      );
    },
  );
});

it(
  `copy --to file: killed at ${KILLS} of its system calls copies all or nothing, and works when run again`,
  TIMEOUT,
  async () => {
    const invocation = (name: string) => {
      const file = join(folder, name, 'botmeter.db');
      mkdirSync(dirname(file));
      return { file, args: ['copy', '--to', `file:${file}`], env: settingsFor(source) };
    };
    const whole = invocation('whole');
    const { calls } = await traced(whole, whole.file);
    const outcomes = new Outcomes();
    const killed = await killAtEach(killPoints(calls, KILLS, randomFrom(SEED + 4)), async (point, i) => {
      const command = invocation(`call-${i}`);
      const { signal } = await traced(command, command.file, point);
      await outcomes.runAgain(source, command.args, command.file);
      return signal;
    });
    expect(await contentOf(source)).toEqual(content);
    figure(
      'Backup',
      `copy --to file: killed at ${KILLS} of its system calls`,
      `${killed} killed; ${outcomes}`,
    );
  },
);
