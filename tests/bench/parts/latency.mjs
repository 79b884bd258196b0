import { quantile } from '../../support/stats.mjs';
import { background, KINDS, warmUp } from '../load/background.mjs';
import { CALLS_PER_REPORT } from '../load/paced.mjs';
import { startReceiver } from '../load/receivers.mjs';
import { onBothDatabases } from '../measure/both-databases.mjs';
import { table } from '../results/tables.mjs';
import { addEvents, addWebhooks } from '../seed/events.mjs';
import { openDatabase } from '../seed/open-database.mjs';
import { OWNER } from '../seed/schema.mjs';
import { ALLOWED, sealWebhooks } from '../seed/seal-webhooks.mjs';
import { productOn } from '../servers/contenders.mjs';

const BOTS = 100_000;
const REPORTS_EACH = 10;
const CONNECTIONS = 64;
/** To find the full load. */
const FULL_CALLS = 20_000;
const FULL_CONNECTIONS = 32;
const ALONE_MS = 15_000;
/** Beside one kind of work. */
const ONE_MS = 10_000;
const ALL_MS = 30_000;
const TOTAL_MS = ALONE_MS + (KINDS.length + 1) * ONE_MS + ALL_MS;
/** With a webhook, and an event a second each. */
const EVENT_BOTS = { from: 0, to: 50 };
const MORE_EVENT_BOTS = { from: 50, to: 100 };
const EVENT_EVERY_MS = 1_000;
const GOAL_MS = 20;

/** The latencies of calls at half load, alone and while all else runs. @param {import('../run.mjs').Run} run */
export async function latency(run) {
  const { folder, scale } = run;
  const bots = Math.ceil(BOTS * scale);
  const seed = { folder, bots, reportsEach: REPORTS_EACH };
  const all = await onBothDatabases(seed, (name, databaseUrl) => measure(name, databaseUrl, run));
  const goals = all.map(({ name, p999 }) => [
    `${name}, while all of these run: p99.9 at most ${GOAL_MS} ms`,
    p999.toFixed(1),
    p999 <= GOAL_MS ? 'met' : '**missed**',
  ]);
  return [
    `Calls at half of what ${FULL_CONNECTIONS} connections reach, at a constant rate whether or not earlier ones have got their responses; one in
${CALLS_PER_REPORT} is a report. First alone, then beside each kind of work, which is repeated without a pause (pages and lists with one of
0.2 s), then beside all of them. The database has ${bots.toLocaleString('en')} bots. All of this, with the load generator, shares the two cores.`,
    table(
      ['', 'calls per second', 'beside', 'median, ms', 'p99', 'p99.9', 'longest'],
      all.flatMap(({ rows }) => rows),
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
  const receiver = await startReceiver();
  const [webhook] = await sealWebhooks(folder, [receiver.url]);
  if (webhook === undefined) throw new Error('There is no webhook.');
  for (const some of [EVENT_BOTS, MORE_EVENT_BOTS])
    await addWebhooks(query, some, webhook, { types: 'bot.enabled' });
  await query(`UPDATE users SET role = 'admin' WHERE email = '${OWNER}'`);
  const { port, stop } = await productOn(databaseUrl, { WEBHOOK_ALLOW: ALLOWED });
  const cookie = await warmUp(port);
  const count = Math.max(1_000, FULL_CALLS * scale);
  const usage = { port, kind: /** @type {const} */ ('usage'), from: 0, count, bots };
  const full = () => driver.run({ ...usage, connections: FULL_CONNECTIONS });
  await full();
  const { elapsedMs } = await full();
  // More than that, and a bot would have to report twice.
  const perMsMax = (bots * CALLS_PER_REPORT) / (TOTAL_MS * scale);
  const perSecond = Math.min(count / elapsedMs / 2, perMsMax) * 1_000;
  let from = 0;
  const load = async (/** @type {number} */ forMs) => {
    const options = { port, from, perSecond, forMs: forMs * scale, connections: CONNECTIONS, bots };
    const latencies = await driver.paced(options);
    from += latencies.length;
    return latencies;
  };
  /** @type {string[][]} */
  const rows = [];
  const note = (/** @type {string} */ beside, /** @type {number[]} */ ms) =>
    rows.push([name, perSecond.toFixed(0), beside, ...SHARES.map((share) => quantile(ms, share).toFixed(1))]);
  /** The webhooks' events become due one second after another. */
  const sendWebhooks = (
    /** @type {import('../seed/events.mjs').Range} */ of,
    /** @type {number} */ forMs,
  ) => {
    const each = Math.ceil((forMs * scale) / EVENT_EVERY_MS);
    return addEvents(query, of, { each, fromMs: Date.now(), stepMs: EVENT_EVERY_MS });
  };
  const besides = async (
    /** @type {readonly (typeof KINDS[number])[]} */ kinds,
    /** @type {number} */ forMs,
  ) => {
    const controller = new AbortController();
    const options = { port, databaseUrl, folder, cookie, signal: controller.signal };
    const work = background(options, kinds);
    const ms = await load(forMs);
    controller.abort();
    return { ms, meanwhile: (await work).join(', ') };
  };
  note('nothing', await load(ALONE_MS));
  for (const kind of KINDS) {
    const { ms, meanwhile } = await besides([kind], ONE_MS);
    note(meanwhile, ms);
  }
  const before = await receiver.arrivals();
  await sendWebhooks(EVENT_BOTS, ONE_MS);
  const beside = await load(ONE_MS);
  const between = await receiver.arrivals();
  note(`${between - before} webhooks`, beside);
  await sendWebhooks(MORE_EVENT_BOTS, ALL_MS);
  const { ms: busy, meanwhile } = await besides(KINDS, ALL_MS);
  const after = await receiver.arrivals();
  note(`${meanwhile}, ${after - between} webhooks`, busy);
  await stop();
  receiver.stop();
  return { name, p999: quantile(busy, 0.999), rows };
}

const SHARES = [0.5, 0.99, 0.999, 1];
