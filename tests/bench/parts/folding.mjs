import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startPostgres } from '../../support/postgres.mjs';
import { quantile } from '../../support/stats.mjs';
import { BETWEEN_MS, latencies } from '../load/latencies.mjs';
import { table } from '../results/tables.mjs';
import { seedPostgres } from '../seed/postgres.mjs';
import { seedSqlite } from '../seed/sqlite.mjs';
import { productOn } from '../servers/contenders.mjs';
import { AUTH_SECRET, ROOT } from '../servers/process.mjs';

const BOTS = 20;
/** With --quick: a bot has as many hours to fold however few its reports are. */
const QUICK_BOTS = 1;
/** One a minute for a year: 10.5 million reports in all. */
const REPORTS_EACH = 525_600;
/** Long enough to see what the machine's disk does by itself: it stops commits for some 50 ms from time to time. */
const IDLE_MS = 400_000;
const GOAL_MS = 50;
const MB = 1e6;

/** How long calls wait while old reports are folded, and what folding frees. @param {import('../run.mjs').Run} run */
export async function folding({ folder, scale }) {
  const past = {
    bots: scale < 1 ? QUICK_BOTS : BOTS,
    plan: /** @type {const} */ ('business'),
    reportsEach: REPORTS_EACH * scale,
  };
  const file = join(folder, 'folding.db');
  seedSqlite(file, past);
  const rows = [await measure('SQLite', `file:${file}`, past.bots, scale)];
  const server = await startPostgres();
  const seed = await seedPostgres(server.url, past);
  try {
    rows.push(await measure('PostgreSQL', await seed.fresh(), past.bots, scale));
  } finally {
    await seed.close();
    await server.stop();
  }
  const head = [
    '',
    'reports folded',
    's',
    'hours',
    'database before, MB',
    'after `compact`, MB',
    'idle: median, longest call, ms',
    'while folding: median, longest call, ms',
    `calls beyond ${GOAL_MS} ms, idle and while folding`,
  ];
  return [
    `\`botmeter fold\` runs beside the server, which answers usage reads (each is counted, so it writes) on one
connection, ${BETWEEN_MS} ms after one another. No call is to wait more than ${GOAL_MS} ms because of folding; how many wait
longer on this machine without it is measured before, for ${IDLE_MS / 1_000} s.`,
    table(head, rows),
  ].join('\n\n');
}

/** @param {string} name @param {string} databaseUrl @param {number} bots @param {number} scale @returns {Promise<string[]>} */
async function measure(name, databaseUrl, bots, scale) {
  const { port, stop } = await productOn(databaseUrl);
  const idle = await latencies(port, bots, new Promise((resolve) => setTimeout(resolve, IDLE_MS * scale)));
  const startedAt = performance.now();
  const folded = command(databaseUrl, 'fold');
  const busy = await latencies(port, bots, folded);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { before, after } = await folded;
  await stop();
  const { bytesBefore, bytesAfter } = await command(databaseUrl, 'compact');
  const describe = (/** @type {number[]} */ ms) =>
    `${quantile(ms, 0.5).toFixed(1)}, ${Math.max(...ms).toFixed(0)}`;
  const beyond = [idle, busy].map((ms) => `${ms.filter((one) => one > GOAL_MS).length} of ${ms.length}`);
  return [
    name,
    (before.reports - after.reports).toLocaleString('en'),
    seconds.toFixed(0),
    after.hours.toLocaleString('en'),
    (bytesBefore / MB).toFixed(0),
    (bytesAfter / MB).toFixed(0),
    describe(idle),
    describe(busy),
    beyond.join(', '),
  ];
}

/** Runs an operator command with --json; returns what it prints. */
async function command(/** @type {string} */ databaseUrl, /** @type {string} */ name) {
  const child = spawn(process.execPath, [join(ROOT, 'lib/build/cli.mjs'), name, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl, AUTH_SECRET },
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${name} ended with ${status}.`);
  return JSON.parse(text);
}
