import { join } from 'node:path';
import Database from '../../../lib/data/sqlite/driver.mjs';
import { median } from '../../support/stats.mjs';
import { openLighthouse } from '../lighthouse/open.mjs';
import { table } from '../results/tables.mjs';
import { idOf } from '../seed/bots.mjs';
import { OWNER } from '../seed/schema.mjs';
import { seedSqlite } from '../seed/sqlite.mjs';
import { productOn } from '../servers/contenders.mjs';
import { HOST } from '../servers/process.mjs';
import { signIn } from '../servers/sign-in.mjs';

const BOTS = 100;
/** A report every half hour for more than a month, for each bot. */
const REPORTS_EACH = 1_500;
const RUNS = 3;
const GOALS = { score: { bot: 90, other: 93 }, blockingMs: 300 };

const BOT = `/bots/${idOf(1)}`;
const ANYONE = ['/', '/login', '/docs'];
const SIGNED_IN = [
  BOT,
  `${BOT}/activity`,
  `${BOT}/analytics`,
  `${BOT}/keys`,
  `${BOT}/settings`,
  '/bots',
  '/account',
  '/admin',
  '/admin/bots',
  '/admin/users',
  '/admin/keys',
  '/admin/audit',
];

/** What pages cost a phone. @param {import('../run.mjs').Run} run */
export async function pages({ folder, rounds, scale }) {
  const file = join(folder, 'pages.db');
  const reportsEach = Math.max(100, REPORTS_EACH * scale);
  seedSqlite(file, { bots: BOTS, plan: 'business', reportsEach });
  const db = new Database(file);
  db.prepare("UPDATE users SET role = 'admin' WHERE email = ?").run(OWNER);
  db.close();
  const product = await productOn(`file:${file}`);
  const lighthouse = await openLighthouse();
  try {
    const cookie = await signIn(`http://${HOST}:${product.port}`);
    /** @type {Map<string, import('../lighthouse/open.mjs').Visit[]>} */
    const visits = new Map();
    for (let round = 0; round < (rounds < RUNS ? 1 : RUNS); round++) {
      for (const path of rounds < RUNS ? [BOT] : [...ANYONE, ...SIGNED_IN]) {
        const sent = SIGNED_IN.includes(path) ? cookie : '';
        const visit = await lighthouse.visit(`http://${HOST}:${product.port}${path}`, sent);
        visits.set(path, [...(visits.get(path) ?? []), visit]);
      }
      process.stdout.write(`  visit ${round + 1}\n`);
    }
    return visitsText(visits);
  } finally {
    await Promise.all([lighthouse.close(), product.stop()]);
  }
}

function visitsText(/** @type {Map<string, import('../lighthouse/open.mjs').Visit[]>} */ visits) {
  const of = (/** @type {string} */ path, /** @type {keyof import('../lighthouse/open.mjs').Visit} */ what) =>
    median((visits.get(path) ?? []).map((visit) => visit[what]));
  const rows = [...visits.keys()].map((path) => {
    const isBot = path === BOT;
    const [score, blockingMs] = [of(path, 'score'), of(path, 'blockingMs')];
    const isMet =
      score >= (isBot ? GOALS.score.bot : GOALS.score.other) && (!isBot || blockingMs <= GOALS.blockingMs);
    const figures = [score, blockingMs, of(path, 'scriptBytes') / 1_000, of(path, 'documentBytes') / 1_000];
    const name = path.replace(BOT, '/bots/{botId}');
    return [name, ...figures.map((figure) => figure.toFixed(0)), isMet ? 'met' : '**missed**'];
  });
  return [
    `Lighthouse on a simulated phone, medians of ${visits.get(BOT)?.length} visits. Goals: at least ${GOALS.score.other} points
(a bot’s page ${GOALS.score.bot}, with at most ${GOALS.blockingMs} ms of blocking). Times are those of this machine, whose benchmark index is ${of(BOT, 'benchmarkIndex').toFixed(0)},
with the processor 4 times as slow.`,
    table(['page', 'score', 'blocking, ms', 'JavaScript, kB', 'HTML, kB', 'goal'], rows),
  ].join('\n\n');
}
