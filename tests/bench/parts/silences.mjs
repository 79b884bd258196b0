import { join } from 'node:path';
import { startPostgres } from '../../support/postgres.mjs';
import { median } from '../../support/stats.mjs';
import { latencies } from '../load/latencies.mjs';
import { commonOutage } from '../measure/common-outage.mjs';
import { table } from '../results/tables.mjs';
import { idOf } from '../seed/bots.mjs';
import { openDatabase } from '../seed/open-database.mjs';
import { seedPostgres } from '../seed/postgres.mjs';
import { seedSqlite } from '../seed/sqlite.mjs';
import { productOn } from '../servers/contenders.mjs';
import { EVENT_LOOP } from '../servers/process.mjs';

const SIZES = [10_000, 1_000_000];
/** Bots that fall silent together while the searches are watched; too few for a common outage. */
const SILENT = 500;
/** Of a Business bot. */
const SILENT_AFTER_MS = 900_000;
const WATCHED_MS = 50_000;
/** Two searches fit into it. */
const WATCHED_MIN_MS = 45_000;
const POLL_MS = 20;
/** Searches begin at least 15 s after one another. */
const PAUSE_MS = 10_000;

/** @typedef {import('../seed/open-database.mjs').Query} Query */

/** How long searches for silent bots take, and what they do to calls. @param {import('../run.mjs').Run} run */
export async function silences({ folder, scale }) {
  const rows = [];
  for (const size of scale === 1 ? SIZES : SIZES.slice(0, 1)) {
    const past = { bots: Math.ceil(size * scale), plan: /** @type {const} */ ('business'), reportsEach: 1 };
    const file = join(folder, `silences-${size}.db`);
    seedSqlite(file, past);
    rows.push(['SQLite', ...(await measure(`file:${file}`, past.bots, scale))]);
    const server = await startPostgres();
    const seed = await seedPostgres(server.url, past);
    rows.push(['PostgreSQL', ...(await measure(await seed.fresh(), past.bots, scale))]);
    await seed.close();
    await server.stop();
  }
  const head = [
    '',
    'bots',
    'a search, s',
    'notified after their time at most, s',
    'longest block of the event loop, ms',
  ];
  return [
    `${SILENT} bots fall silent at the same time; usage reads on one connection, all other jobs run too. Goal: notified within
60 s with 10 000 bots, within 5 min with 1 000 000. Then all others fall silent at once: one notice to each admin.`,
    table(
      [
        ...head,
        'calls: median, longest, ms',
        'all at once: notice after, s',
        'notified a second',
        'the last after, s',
      ],
      rows,
    ),
  ].join('\n\n');
}

/** @param {string} databaseUrl @param {number} bots @param {number} scale */
async function measure(databaseUrl, bots, scale) {
  const { query, close } = await openDatabase(databaseUrl);
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
  const [found] = await query(
    `SELECT count(*) AS n, max(at_ms) AS last FROM events WHERE type = 'bot.silent' AND at_ms >= ${Math.round(silentAtMs)}`,
  );
  if (Number(found?.n) !== silentFrom)
    throw new Error(`${found?.n} silences were notified instead of ${silentFrom}.`);
  const outage = await commonOutage(query, bots, SILENT_AFTER_MS);
  await stop();
  await close();
  return [
    bots.toLocaleString('en'),
    median(seconds).toFixed(2),
    ((Number(found?.last) - silentAtMs) / 1_000).toFixed(0),
    blockMs.toFixed(0),
    `${median(ms).toFixed(1)}, ${Math.max(...ms).toFixed(0)}`,
    ...[outage.noticeAfterS, outage.perSecond, outage.lastAfterS].map((figure) => figure.toFixed(0)),
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
