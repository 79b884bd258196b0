import { join } from 'node:path';
import { slope } from '../../support/stats.mjs';
import { table } from '../results/tables.mjs';
import { seedSqlite } from '../seed/sqlite.mjs';
import { productOn } from '../servers/contenders.mjs';
import { CLOCK, MEMORY } from '../servers/process.mjs';

const BOTS = 20_000;
/** Half of them accepted reports, half usage reads. */
const STEP = 50_000;
/** By then caches and heap have reached their size. */
const WARM_UP = 300_000;
const CALLS = 1_000_000;
const GOAL_MB = 1;
const MB = 2 ** 20;

/** The memory of a process after many calls. @param {import('../run.mjs').Run} run */
export async function memory({ folder, driver, scale }) {
  const file = join(folder, 'memory.db');
  seedSqlite(file, { bots: BOTS, plan: 'business', reportsEach: 4 });
  const server = await productOn(`file:${file}`, ['--expose-gc', '--import', CLOCK, '--import', MEMORY]);
  const step = STEP * scale;
  /** @type {{ calls: number, resident: number, heap: number }[]} */
  const seen = [];
  for (let calls = step; calls <= (WARM_UP + CALLS) * scale; calls += step) {
    for (const kind of /** @type {const} */ (['report', 'usage'])) {
      const options = { port: server.port, kind, from: calls, count: step / 2, connections: 32, bots: BOTS };
      await driver.run(options);
    }
    const { rss, heapUsed } = await server.memory();
    seen.push({ calls, resident: rss / MB, heap: heapUsed / MB });
  }
  await server.stop();
  return text(seen.filter(({ calls }) => calls >= WARM_UP * scale));
}

function text(/** @type {readonly { calls: number, resident: number, heap: number }[]} */ seen) {
  const goal = (/** @type {'resident' | 'heap'} */ what, /** @type {string} */ name) => {
    const perStep = slope(seen.map((one) => [one.calls, one[what]])) * 100_000;
    const verdict = perStep <= GOAL_MB ? 'met' : '**missed**';
    return [`${name}: at most ${GOAL_MB} MB per 100 000 calls`, perStep.toFixed(2), verdict];
  };
  return [
    'Measured between calls, after garbage collection, without the warm-up.',
    table(
      ['calls, thousands', ...seen.map(({ calls }) => String(calls / 1_000))],
      [
        ['resident, MB', ...seen.map(({ resident }) => resident.toFixed(0))],
        ['heap, MB', ...seen.map(({ heap }) => heap.toFixed(1))],
      ],
    ),
    table(['goal', 'measured', ''], [goal('resident', 'resident'), goal('heap', 'heap')]),
  ].join('\n\n');
}
