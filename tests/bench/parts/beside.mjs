import { join } from 'node:path';
import { quantile } from '../../support/stats.mjs';
import { table } from '../results/tables.mjs';
import { idOf } from '../seed/bots.mjs';
import { HOST } from '../servers/process.mjs';
import { signIn } from '../servers/sign-in.mjs';
import { BUILDS, ownModule } from './builds.mjs';

const BOTS = 5_000;
const REPORTS_EACH = 10;
const PER_SECOND = 200;
const CONNECTIONS = 16;
const READERS = 4;
const TURN_MS = 10_000;
const ROUNDS_MAX = 4;
const PAGE = `/bots/${idOf(1)}`;

/**
 * Calls alone and beside readers of pages, on this build twice and on that in the folder OTHER_BUILD, if there is one.
 * @param {import('../run.mjs').Run} run
 */
export async function beside({ driver, folder, rounds, scale }) {
  const builds = BUILDS.slice(0, process.env.OTHER_BUILD === undefined ? 2 : 3);
  const figures = new Map(
    builds.map(({ name }) => [name, { alone: none(), beside: none(), pages: 0, ms: 0 }]),
  );
  for (let round = 0; round < Math.min(rounds, ROUNDS_MAX); round++) {
    for (const { name, root } of round % 2 === 0 ? builds : builds.toReversed()) {
      const { seedSqlite } = await ownModule(root, 'seed/sqlite.mjs');
      const { productOn } = await ownModule(root, 'servers/contenders.mjs');
      const file = join(folder, `${name}-${round}.db`);
      seedSqlite(file, { bots: BOTS, plan: 'business', reportsEach: REPORTS_EACH });
      const { port, stop } = await productOn(`file:${file}`);
      const cookie = await signIn(`http://${HOST}:${port}`);
      const load = loadPage(`http://${HOST}:${port}${PAGE}`, cookie);
      for (let i = 0; i < 50; i++) await load();
      let from = 0;
      const calls = async () => {
        const options = { port, from, perSecond: PER_SECOND, connections: CONNECTIONS, bots: BOTS };
        const ms = await driver.paced({ ...options, forMs: TURN_MS * Math.max(scale, 0.1) });
        from += ms.length;
        return ms;
      };
      await calls();
      const own = figures.get(name);
      if (own === undefined) throw new Error(`There are no figures of ${name}.`);
      own.alone.push(...(await calls()));
      let isOver = false;
      const startedAt = performance.now();
      const readers = Array.from({ length: READERS }, async () => {
        for (; !isOver; own.pages++) await load();
      });
      own.beside.push(...(await calls()));
      isOver = true;
      await Promise.all(readers);
      own.ms += performance.now() - startedAt;
      await stop();
    }
    process.stdout.write(`  round ${round + 1}\n`);
  }
  return [
    `${PER_SECOND} calls a second at a constant rate, alone and beside ${READERS} connections that load a bot’s page again and again; SQLite with
${BOTS.toLocaleString('en')} bots. Milliseconds; all rounds together. The first two rows are the same build: their difference is the noise.`,
    table(
      ['', 'alone: median, p99', 'beside: median, p99, longest', 'median beside ÷ alone', 'pages a second'],
      [...figures].map(([name, { alone, beside, pages, ms }]) => [
        name,
        shown(alone, [0.5, 0.99]),
        shown(beside, [0.5, 0.99, 1]),
        (quantile(beside, 0.5) / quantile(alone, 0.5)).toFixed(2),
        ((pages / ms) * 1_000).toFixed(1),
      ]),
    ),
  ].join('\n\n');
}

const none = () => /** @type {number[]} */ ([]);

const shown = (/** @type {number[]} */ ms, /** @type {number[]} */ shares) =>
  shares.map((share) => quantile(ms, share).toFixed(1)).join(', ');

const loadPage = (/** @type {string} */ url, /** @type {string} */ cookie) => async () => {
  const response = await fetch(url, { headers: { cookie } });
  if (response.status !== 200) throw new Error(`${url} got ${response.status}.`);
  await response.arrayBuffer();
};
