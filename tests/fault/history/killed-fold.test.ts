import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { hourOf } from '@/lib/domain/history/summary';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { figure, size } from '../../support/fault/campaign';
import { botmeter, killRuns, runsWell } from '../../support/fault/commands';
import { suiteFolder, suitePostgres } from '../../support/fault/serve';
import { copyDatabase, createDatabase, databaseUrlOf, settingsFor } from '../../support/process/database-url';
import { openRawDatabase } from '../../support/process/raw-database';

const KILLS = size(3, 100);
const CRASHES = size(2, 40);
const HOURS = 200;
const BOT_ID = '1234567890123456789';
const END_MS = hourOf(Date.now()) - 30 * 24 * HOUR_MS;

const folder = suiteFolder();
const postgres = suitePostgres();

/** Adds a bot with reports of many hours, one a minute. */
async function fill(database: string): Promise<string> {
  const person = ['--email', 'a@example.org', '--role', 'owner', '--password', 'long enough for it'];
  await runsWell(database, 'user', 'create', ...person);
  const bot = ['--id', BOT_ID, '--name', 'A', '--owner', 'a@example.org', '--plan', 'business'];
  await runsWell(database, 'bot', 'create', ...bot);
  const raw = openRawDatabase(databaseUrlOf(database));
  await raw.run(
    `INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${HOURS * 60})
     SELECT '${BOT_ID}', ${END_MS} - i * 60000, 1000000 - i, i * 7919 % 1009, i * 104729 % 10007, 1 FROM n`,
  );
  await raw.close();
  return database;
}

/** Every hour's reports, lowest and highest counts, from reports and hours together. */
async function hoursOf(database: string): Promise<unknown[]> {
  const raw = openRawDatabase(databaseUrlOf(database));
  const rows = await raw.rows(
    `SELECT hour_ms, sum(n) AS n, min(low) AS low, max(high) AS high, min(users_low) AS users_low, max(users_high) AS users_high
     FROM (
       SELECT hour_ms, reports AS n, server_min AS low, server_max AS high, user_min AS users_low, user_max AS users_high
       FROM report_hours
       UNION ALL
       SELECT at_ms - at_ms % ${HOUR_MS}, 1, server_count, server_count, user_count, user_count FROM reports
     ) AS both_kinds GROUP BY hour_ms ORDER BY hour_ms`,
  );
  expect(await raw.integrity()).toBe('ok');
  await raw.close();
  return rows.map((row) => Object.values(row as object).map(Number));
}

it.each([
  ['SQLite', 'system calls'],
  ['PostgreSQL', 'round trips'],
])(
  `folding on %s killed at ${KILLS} of its %s loses nothing and counts nothing twice`,
  { timeout: 900_000 },
  async (kind, points) => {
    const isSqlite = kind === 'SQLite';
    const filled = await fill(
      isSqlite ? join(folder, 'filled.db') : await createDatabase(inject('postgresUrl')),
    );
    const before = await hoursOf(filled);
    expect(before).toHaveLength(HOURS);
    const killed = await killRuns({
      kills: KILLS,
      async make(name) {
        if (!isSqlite) return copyDatabase(filled);
        copyFileSync(filled, join(folder, name));
        return join(folder, name);
      },
      invoke: (database) => ({ args: ['fold'], env: settingsFor(database) }),
      async after(database) {
        expect(await hoursOf(database)).toEqual(before);
        await runsWell(database, 'fold');
        expect(await hoursOf(database)).toEqual(before);
      },
    });
    figure(
      'History',
      `folding on ${kind} killed at ${KILLS} of its ${points}`,
      `${killed} killed, 0 reports lost or doubled`,
    );
  },
);

async function foldedHours(database: string): Promise<number> {
  const raw = openRawDatabase(databaseUrlOf(database));
  const [row] = await raw.rows<{ hours: number }>('SELECT count(*)::int AS hours FROM report_hours');
  await raw.close();
  return row?.hours ?? 0;
}

it(`PostgreSQL killed ${CRASHES} times while old reports are folded loses nothing and counts nothing twice`, {
  timeout: 900_000,
}, async () => {
  const newFilled = async () => fill(await createDatabase(postgres().url));
  let database = await newFilled();
  const before = await hoursOf(database);
  let undone = 0;
  for (let crash = 0; crash < CRASHES; crash++) {
    const alreadyFolded = await foldedHours(database);
    const folding = botmeter(database, 'fold');
    const seen = () => foldedHours(database);
    await expect.poll(seen, { interval: 2, timeout: 10_000 }).toBeGreaterThan(alreadyFolded);
    const folded = await seen();
    await postgres().halt('SIGKILL');
    await folding;
    await postgres().resume();
    undone += Math.max(0, folded - (await foldedHours(database)));
    expect(await hoursOf(database)).toEqual(before);
    if ((await seen()) > HOURS / 2) database = await newFilled();
  }
  await runsWell(database, 'fold');
  expect(await foldedHours(database)).toBe(HOURS);
  expect(await hoursOf(database)).toEqual(before);
  figure(
    'History',
    `PostgreSQL killed ${CRASHES} times while it folds`,
    `0 reports lost or doubled; ${undone} hours that were folded were folded again`,
  );
});
