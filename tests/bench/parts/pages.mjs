import { join } from 'node:path';
import Database from '../../../lib/data/sqlite/driver.mjs';
import { median } from '../../support/stats.mjs';
import { openLighthouse } from '../lighthouse/open.mjs';
import { pageRates } from '../measure/page-rates.mjs';
import { table } from '../results/tables.mjs';
import { idOf } from '../seed/bots.mjs';
import { OWNER } from '../seed/schema.mjs';
import { freshCopy, seedSqlite } from '../seed/sqlite.mjs';
import { emptyHandler, productOn } from '../servers/contenders.mjs';
import { HOST } from '../servers/process.mjs';
import { sameLayoutOn } from '../servers/same-layout.mjs';
import { signIn } from '../servers/sign-in.mjs';

const BOTS = 100;
/** A report every half hour for more than a month, for each bot. */
const REPORTS_EACH = 1_500;
const RUNS = 3;
const GOALS = { score: { bot: 90, other: 93 }, belowEmpty: 5, blockingMs: 300, rate: 0.5 };
/** The empty Next page, and not one of the product's. */
const EMPTY = '/page';

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

/** With --quick. */
const QUICK = [EMPTY, BOT];

/**
 * What pages cost the server and a phone, against empty pages.
 * @param {import('../run.mjs').Run} run
 */
export async function pages({ folder, driver, rounds, scale }) {
  const file = join(folder, 'pages.db');
  const reportsEach = Math.max(100, REPORTS_EACH * scale);
  seedSqlite(file, { bots: BOTS, plan: 'business', reportsEach });
  const db = new Database(file);
  db.prepare("UPDATE users SET role = 'admin' WHERE email = ?").run(OWNER);
  db.close();
  const rates = await ratesOf({ folder, driver, rounds, scale, file });
  const [product, empty] = [await productOn(`file:${file}`), await emptyHandler()];
  const lighthouse = await openLighthouse();
  try {
    const cookie = await signIn(`http://${HOST}:${product.port}`);
    /** @type {Map<string, import('../lighthouse/open.mjs').Visit[]>} */
    const visits = new Map();
    for (let round = 0; round < (rounds < RUNS ? 1 : RUNS); round++) {
      for (const path of rounds < RUNS ? QUICK : [EMPTY, ...ANYONE, ...SIGNED_IN]) {
        const { port } = path === EMPTY ? empty : product;
        const sent = SIGNED_IN.includes(path) ? cookie : '';
        const visit = await lighthouse.visit(`http://${HOST}:${port}${path}`, sent);
        visits.set(path, [...(visits.get(path) ?? []), visit]);
      }
      process.stdout.write(`  visit ${round + 1}\n`);
    }
    return `${ratesText(rates)}\n\n${visitsText(visits)}`;
  } finally {
    await Promise.all([lighthouse.close(), product.stop(), empty.stop()]);
  }
}

/** @param {import('../run.mjs').Run & { file: string }} options */
async function ratesOf({ folder, file, ...run }) {
  // Building the product with an empty page takes a minute. The smallest form requests the bot's page instead.
  const isQuick = run.scale < 1;
  const copy = `file:${freshCopy(file, join(folder, 'same-layout.db'))}`;
  const servers = await Promise.all([
    productOn(`file:${file}`),
    emptyHandler(),
    isQuick ? productOn(copy) : sameLayoutOn(copy),
  ]);
  const [product, bare, sameLayout] = servers;
  try {
    const cookieOf = (/** @type {{ port: number }} */ { port }) => signIn(`http://${HOST}:${port}`);
    const own = { port: product.port, path: BOT, cookie: await cookieOf(product) };
    return await pageRates({
      ...run,
      pages: {
        own,
        again: own,
        sameLayout: {
          port: sameLayout.port,
          path: isQuick ? BOT : '/empty',
          cookie: await cookieOf(sameLayout),
        },
        bare: { port: bare.port, path: EMPTY },
      },
    });
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

function ratesText(/** @type {import('../measure/page-rates.mjs').PageRates} */ rates) {
  const { own = [], again = [], sameLayout = [], bare = [] } = rates;
  const ratioTo = (/** @type {number[]} */ others) =>
    median(own.map((rate, round) => rate / (others[round] ?? Number.NaN)));
  const ratio = ratioTo(sameLayout);
  const goal = `a bot’s page: at least ${GOALS.rate} × an empty page in the same layout`;
  return [
    `Pages per second, 8 connections: a bot’s page; an empty page of the same build, for the same signed-in person, in the same
layout with its navigation; and an empty page of a Next application whose layout is plain HTML, without sign-in and database.`,
    table(
      ['', 'a bot’s page', 'again', 'empty, same layout', 'empty, bare Next'],
      [
        ['pages per second', ...[own, again, sameLayout, bare].map((each) => median(each).toFixed(0))],
        [
          'a bot’s page relative to it',
          '',
          ...[again, sameLayout, bare].map((each) => ratioTo(each).toFixed(2)),
        ],
      ],
    ),
    table(['goal', 'measured', ''], [[goal, ratio.toFixed(2), ratio >= GOALS.rate ? 'met' : '**missed**']]),
  ].join('\n\n');
}

function visitsText(/** @type {Map<string, import('../lighthouse/open.mjs').Visit[]>} */ visits) {
  const of = (/** @type {string} */ path, /** @type {keyof import('../lighthouse/open.mjs').Visit} */ what) =>
    median((visits.get(path) ?? []).map((visit) => visit[what]));
  const emptyScore = of(EMPTY, 'score');
  const rows = [...visits.keys()].map((path) => {
    const isBot = path === BOT;
    const [score, blockingMs] = [of(path, 'score'), of(path, 'blockingMs')];
    const isMet =
      score >= (isBot ? GOALS.score.bot : GOALS.score.other) &&
      score >= emptyScore - GOALS.belowEmpty &&
      (!isBot || blockingMs <= GOALS.blockingMs);
    const figures = [score, blockingMs, of(path, 'scriptBytes') / 1_000, of(path, 'documentBytes') / 1_000];
    const name = path === EMPTY ? 'empty Next page' : path.replace(BOT, '/bots/{botId}');
    return [
      name,
      ...figures.map((figure) => figure.toFixed(0)),
      path === EMPTY ? '' : isMet ? 'met' : '**missed**',
    ];
  });
  return [
    `Lighthouse on a simulated phone, medians of ${visits.get(EMPTY)?.length} visits. Goals: at least ${GOALS.score.other} points
(a bot’s page ${GOALS.score.bot}, with at most ${GOALS.blockingMs} ms of blocking), and at most ${GOALS.belowEmpty} fewer than the empty page. Times are those of this machine, whose benchmark index is ${of(EMPTY, 'benchmarkIndex').toFixed(0)},
with the processor 4 times as slow.`,
    table(['page', 'score', 'blocking, ms', 'JavaScript, kB', 'HTML, kB', 'goal'], rows),
  ].join('\n\n');
}
