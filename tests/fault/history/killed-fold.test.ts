import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { HOUR_MS } from '@/lib/domain/plan';
import { hourOf } from '@/lib/domain/summary';
import { figure, size } from '../../support/fault/campaign';
import { runsWell } from '../../support/fault/commands';
import { suiteFolder } from '../../support/fault/serve';
import { killRuns } from '../../support/fault/trace-commands';
import { createDatabase, databaseUrlOf, settingsFor } from '../../support/process/database-url';
import { openRawDatabase } from '../../support/process/raw-database';

const KILLS = size(8, 100);
const HOURS = 200;
const BOT_ID = '1234567890123456789';
const END_MS = hourOf(Date.now()) - 30 * 24 * HOUR_MS;

const folder = suiteFolder();

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
    const newFilled = async () =>
      fill(isSqlite ? join(folder, 'filled.db') : await createDatabase(inject('postgresUrl')));
    const filled = await newFilled();
    const before = await hoursOf(filled);
    expect(before).toHaveLength(HOURS);
    const killed = await killRuns({
      kills: KILLS,
      async make(name) {
        if (!isSqlite) return newFilled();
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
