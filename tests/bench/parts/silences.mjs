import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { startPostgres } from '../../support/postgres.mjs';
import { median } from '../../support/stats.mjs';
import { latencies } from '../load/latencies.mjs';
import { table } from '../results/tables.mjs';
import { idOf } from '../seed/bots.mjs';
import { seedPostgres } from '../seed/postgres.mjs';
import { seedSqlite } from '../seed/sqlite.mjs';
import { productOn } from '../servers/contenders.mjs';
import { EVENT_LOOP } from '../servers/process.mjs';

const SIZES = [10_000, 1_000_000];
/** Bots that fall silent together while the searches are watched; too few for a common outage. */
const SILENT = 500;
/** Of a Business bot. */
const SILENT_AFTER_MS = 900_000;
const WATCHED_MS = 100_000;
/** Two searches fit into it. */
const WATCHED_MIN_MS = 45_000;
const POLL_MS = 20;
/** Searches begin at least 15 s after one another. */
const PAUSE_MS = 10_000;

/** @typedef {(sql: string) => Promise<Record<string, unknown>[]>} Query */

/** How long searches for silent bots take, and what they do to calls. @param {import('../run.mjs').Run} run */
export async function silences({ folder, scale }) {
  const rows = [];
  for (const size of scale === 1 ? SIZES : SIZES.slice(0, 1)) {
    const past = { bots: Math.ceil(size * scale), plan: /** @type {const} */ ('business'), reportsEach: 1 };
    const file = join(folder, `silences-${size}.db`);
    seedSqlite(file, past);
    const db = new Database(file);
    const onSqlite = async (/** @type {string} */ sql) => {
      const statement = db.prepare(sql);
      if (statement.reader) return /** @type {Record<string, unknown>[]} */ (statement.all());
      statement.run();
      return [];
    };
    rows.push(['SQLite', ...(await measure(`file:${file}`, onSqlite, past.bots, scale))]);
    db.close();
    const server = await startPostgres();
    const seed = await seedPostgres(server.url, past);
    const url = await seed.fresh();
    const client = new pg.Client(url);
    await client.connect();
    const onPostgres = async (/** @type {string} */ sql) => (await client.query(sql)).rows;
    rows.push(['PostgreSQL', ...(await measure(url, onPostgres, past.bots, scale))]);
    await client.end();
    await seed.close();
    await server.stop();
  }
  const head = [
    '',
    'bots',
    'a search, s',
    'told after their time at most, s',
    'longest block of the event loop, ms',
  ];
  return [
    `${SILENT} bots fall silent at the same time; usage reads on one connection, all other jobs run too.`,
    table([...head, 'calls: median, longest, ms'], rows),
  ].join('\n\n');
}

/** @param {string} databaseUrl @param {Query} query @param {number} bots @param {number} scale */
async function measure(databaseUrl, query, bots, scale) {
  const watchedMs = Math.max(WATCHED_MIN_MS, WATCHED_MS * scale);
  await query(`UPDATE bots SET last_report_at_ms = ${Date.now()}`);
  await query('VACUUM');
  await query(`INSERT INTO serving_times (from_ms, until_ms) VALUES (0, ${Date.now() + 3_600_000})`);
  const { port, longestBlockMs, stop } = await productOn(databaseUrl, ['--import', EVENT_LOOP]);
  const silentAtMs = Date.now() + watchedMs / 2;
  const silentFrom = Math.min(SILENT, bots / 10);
  await query(
    `UPDATE bots SET last_report_at_ms = ${Math.round(silentAtMs - SILENT_AFTER_MS)} WHERE id < '${idOf(silentFrom)}'`,
  );
  await longestBlockMs();
  const [seconds, ms] = await Promise.all([
    searches(query, watchedMs),
    latencies(port, bots, new Promise((resolve) => setTimeout(resolve, watchedMs))),
  ]);
  const blockMs = await longestBlockMs();
  await stop();
  const [told] = await query(
    `SELECT count(*) AS n, max(at_ms) AS last FROM events WHERE type = 'bot.silent' AND at_ms >= ${Math.round(silentAtMs)}`,
  );
  if (Number(told?.n) !== silentFrom)
    throw new Error(`${told?.n} silences were told instead of ${silentFrom}.`);
  return [
    ...[bots.toLocaleString('en'), median(seconds).toFixed(2)],
    ...[((Number(told?.last) - silentAtMs) / 1_000).toFixed(0), blockMs.toFixed(0)],
    `${median(ms).toFixed(1)}, ${Math.max(...ms).toFixed(0)}`,
  ];
}

/** How long the searches of the next `forMs` take, in seconds: each writes at its start and after each slice. */
async function searches(/** @type {Query} */ query, /** @type {number} */ forMs) {
  const seconds = [];
  const endMs = Date.now() + forMs;
  let fromMs = 0;
  let lastMs = 0;
  while (Date.now() < endMs) {
    const [fact] = await query("SELECT at_ms FROM service_facts WHERE name = 'silences'");
    const atMs = Number(fact?.at_ms ?? 0);
    if (atMs > lastMs + PAUSE_MS) {
      if (fromMs > 0) seconds.push((lastMs - fromMs) / 1_000);
      fromMs = atMs;
    }
    lastMs = Math.max(lastMs, atMs);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return seconds;
}
