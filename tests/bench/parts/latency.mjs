import { join } from 'node:path';
import { startPostgres } from '../../support/postgres.mjs';
import { quantile } from '../../support/stats.mjs';
import { background, warmUp } from '../load/background.mjs';
import { CALLS_PER_REPORT } from '../load/paced.mjs';
import { startReceiver } from '../load/receivers.mjs';
import { table } from '../results/tables.mjs';
import { addEndpoints, addEvents } from '../seed/events.mjs';
import { openDatabase } from '../seed/open-database.mjs';
import { seedPostgres } from '../seed/postgres.mjs';
import { OWNER } from '../seed/schema.mjs';
import { ALLOWED, sealEndpoints } from '../seed/seal-endpoints.mjs';
import { seedSqlite } from '../seed/sqlite.mjs';
import { productOn } from '../servers/contenders.mjs';

const BOTS = 100_000;
const REPORTS_EACH = 10;
const CONNECTIONS = 64;
/** To find the full load. */
const FULL_CALLS = 20_000;
const FULL_CONNECTIONS = 32;
const ALONE_MS = 15_000;
const BUSY_MS = 45_000;
/** With a webhook, and an event a second each while all else runs. */
const EVENT_BOTS = { from: 0, to: 50 };
const EVENT_EVERY_MS = 1_000;
const GOAL_MS = 20;

/** The latencies of calls at half load, alone and while all else runs. @param {import('../run.mjs').Run} run */
export async function latency(run) {
  const { folder, scale } = run;
  const past = {
    bots: Math.ceil(BOTS * scale),
    plan: /** @type {const} */ ('business'),
    reportsEach: REPORTS_EACH,
  };
  const file = join(folder, 'latency.db');
  seedSqlite(file, past);
  const rows = [await measure('SQLite', `file:${file}`, run)];
  const server = await startPostgres();
  const seed = await seedPostgres(server.url, past);
  try {
    rows.push(await measure('PostgreSQL', await seed.fresh(), run));
  } finally {
    await seed.close();
    await server.stop();
  }
  const head = [
    ...['', 'calls per second', 'alone: median, p99, p99.9, longest, ms'],
    ...['while all else runs: median, p99, p99.9, longest, ms', 'meanwhile'],
  ];
  const goals = rows.map(({ name, p999 }) => [
    `${name}, while all else runs: p99.9 at most ${GOAL_MS} ms`,
    p999.toFixed(1),
    p999 <= GOAL_MS ? 'met' : '**missed**',
  ]);
  return [
    `Calls at half of what ${FULL_CONNECTIONS} connections reach, at a constant rate whether or not earlier ones have got their responses; one in
${CALLS_PER_REPORT} is a report. First alone, then while pages, searches in lists, backups, \`botmeter fold\` and deliveries of webhooks run. The
database has ${past.bots.toLocaleString('en')} bots. All of this, with the load generator, shares the two cores.`,
    table(
      head,
      rows.map(({ cells }) => cells),
    ),
    table(['goal', 'measured', ''], goals),
  ].join('\n\n');
}

/** @param {string} name @param {string} databaseUrl @param {import('../run.mjs').Run} run */
async function measure(name, databaseUrl, run) {
  const { query, close } = await openDatabase(databaseUrl);
  try {
    return await measureOn(query, name, databaseUrl, run);
  } finally {
    await close();
  }
}

/**
 * @param {import('../seed/open-database.mjs').Query} query @param {string} name @param {string} databaseUrl
 * @param {import('../run.mjs').Run} run
 */
async function measureOn(query, name, databaseUrl, { driver, folder, scale }) {
  const bots = Math.ceil(BOTS * scale);
  const receiver = await startReceiver('prompt');
  const [endpoint] = await sealEndpoints(folder, [receiver.url]);
  if (endpoint === undefined) throw new Error('There is no endpoint.');
  await addEndpoints(query, EVENT_BOTS, endpoint, { types: 'bot.enabled' });
  await query(`UPDATE users SET role = 'admin' WHERE email = '${OWNER}'`);
  const { port, stop } = await productOn(databaseUrl, [], { WEBHOOK_ALLOW: ALLOWED });
  const cookie = await warmUp(port);
  const count = Math.max(1_000, FULL_CALLS * scale);
  const usage = { port, kind: /** @type {const} */ ('usage'), from: 0, count, bots };
  const full = () => driver.run({ ...usage, connections: FULL_CONNECTIONS });
  await full();
  const { elapsedMs } = await full();
  // More than that, and a bot would have to report twice.
  const perMsMax = (bots * CALLS_PER_REPORT) / ((ALONE_MS + BUSY_MS) * scale);
  const perSecond = Math.min(count / elapsedMs / 2, perMsMax) * 1_000;
  let from = 0;
  const load = async (/** @type {number} */ forMs) => {
    const options = { port, from, perSecond, forMs: forMs * scale, connections: CONNECTIONS, bots };
    const latencies = await driver.paced(options);
    from += latencies.length;
    return latencies;
  };
  const alone = await load(ALONE_MS);
  const each = Math.ceil((BUSY_MS * scale) / EVENT_EVERY_MS);
  await addEvents(query, EVENT_BOTS, { each, fromMs: Date.now(), stepMs: EVENT_EVERY_MS });
  const controller = new AbortController();
  const beside = background({ port, databaseUrl, folder, cookie, signal: controller.signal });
  const busy = await load(BUSY_MS);
  controller.abort();
  const { pages, lists, backups } = await beside;
  const { length: webhooks } = await receiver.arrivals();
  await stop();
  receiver.stop();
  const meanwhile = `${pages} pages, ${lists} lists, ${backups} backups, ${webhooks} webhooks, folding`;
  return {
    ...{ name, p999: quantile(busy, 0.999) },
    cells: [name, perSecond.toFixed(0), describe(alone), describe(busy), meanwhile],
  };
}

const describe = (/** @type {number[]} */ ms) =>
  [0.5, 0.99, 0.999, 1].map((share) => quantile(ms, share).toFixed(1)).join(', ');
