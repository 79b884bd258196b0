import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { bundle } from '../../../lib/build/bundle.mjs';
import { startPostgres } from '../../support/postgres.mjs';
import { median } from '../../support/stats.mjs';
import { table } from '../results/tables.mjs';
import { idOf } from '../seed/bots.mjs';
import { openDatabase } from '../seed/open-database.mjs';
import { seedPostgres } from '../seed/postgres.mjs';
import { seedSqlite } from '../seed/sqlite.mjs';
import { ROOT } from '../servers/process.mjs';

const BOTS = 2_000;
/** How many of the bots have a year of history; the others have one report. */
const WITH_HISTORY = 20;
const HOUR_MS = 3_600_000;
const WEEK_MINUTES = 7 * 24 * 60;
const HOURS = 358 * 24;
const READS = 200;
const RANGES = /** @type {const} */ (['24h', '7d', 'all']);
const GOAL_MS = 10;

/** @typedef {import('../seed/open-database.mjs').Query} Query */

/** How long the points of a chart take to read. @param {import('../run.mjs').Run} run */
export async function history({ folder, scale }) {
  await bundle('tests/bench/measure/series-reader.ts', 'dist/bench-series-reader.mjs');
  const size = { reads: Math.ceil(READS * scale), histories: Math.ceil(WITH_HISTORY * scale) };
  const fill = (/** @type {Query} */ query) => fillHistories(query, size.histories);
  const past = { bots: BOTS, plan: /** @type {const} */ ('business'), reportsEach: 1 };
  const file = join(folder, 'history.db');
  seedSqlite(file, past);
  const rows = await measure('SQLite', `file:${file}`, size, fill);
  const server = await startPostgres();
  const seed = await seedPostgres(server.url, past);
  try {
    const url = await seed.fresh();
    // The statistics are those of the seed, in which every bot has one report.
    rows.push(...(await measure('PostgreSQL, bots newer than its statistics', url, size, fill)));
    rows.push(...(await measure('PostgreSQL', url, size, (query) => query('VACUUM ANALYZE'))));
  } finally {
    await seed.close();
    await server.stop();
  }
  return [
    `What a bot's page draws, read ${size.reads} times in turn for ${size.histories} bots that each have a report a minute for 7 days, and
the hours of a year before. Goal: ${GOAL_MS} ms, and off the event loop what takes longer; the longest block has the unpacking of rows.`,
    table(['', 'range', 'points', 'median, longest read, ms', 'longest block of the event loop, ms'], rows),
  ].join('\n\n');
}

/** @typedef {{ reads: number, histories: number }} Size */

/** @param {string} name @param {string} databaseUrl @param {Size} size @param {(query: Query) => Promise<unknown>} prepare */
async function measure(name, databaseUrl, { reads, histories }, prepare) {
  const { query, close } = await openDatabase(databaseUrl);
  await prepare(query);
  await close();
  /** @type {typeof import('../measure/series-reader')} */
  const { openSeriesReader } = await import(pathToFileURL(join(ROOT, 'dist/bench-series-reader.mjs')).href);
  const reader = await openSeriesReader(databaseUrl);
  const rows = [];
  for (const range of RANGES) {
    // The first reads compile code and fill caches.
    for (let i = 0; i < histories; i++) await reader.read(idOf(i), range);
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    const ms = [];
    let points = 0;
    for (let i = 0; i < reads; i++) {
      const startedAt = performance.now();
      points = await reader.read(idOf(i % histories), range);
      ms.push(performance.now() - startedAt);
      await new Promise((resolve) => setImmediate(resolve));
    }
    delays.disable();
    rows.push([
      name,
      range,
      points.toString(),
      `${median(ms).toFixed(1)}, ${Math.max(...ms).toFixed(1)}`,
      (delays.max / 1e6).toFixed(1),
    ]);
  }
  await reader.close();
  return rows;
}

/** Adds the histories; the statements are for both databases. */
async function fillHistories(/** @type {Query} */ query, /** @type {number} */ histories) {
  const nowMs = Date.now();
  const lastHourMs = nowMs - (nowMs % HOUR_MS) - 7 * 24 * HOUR_MS;
  const bots = `bots CROSS JOIN n WHERE id < '${idOf(histories)}'`;
  const numbers = (/** @type {number} */ count) =>
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  await query(`INSERT INTO reports (bot_id, at_ms, number, server_count, user_count, shard_count)
    ${numbers(WEEK_MINUTES)}
    SELECT id, ${nowMs} - CAST(i AS bigint) * 60000, -i, 48000 + i % 97, 3200000 + i % 997, 48 FROM ${bots}`);
  await query(`INSERT INTO report_hours (bot_id, hour_ms, reports, first_offset_ms, last_offset_ms, longest_gap_ms,
      server_first, server_last, server_min, server_max, shard_last, user_first, user_last, user_min, user_max)
    ${numbers(HOURS)}
    SELECT id, ${lastHourMs} - CAST(i AS bigint) * ${HOUR_MS}, 60, 40000, 3541000, 61000,
      48000, 48001, 47990 - i % 97, 48010 + i % 97, 48, 3200000, 3200001, 3199000 - i % 997, 3201000 + i % 997 FROM ${bots}`);
}
