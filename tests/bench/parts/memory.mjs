import { join } from 'node:path';
import { slope } from '../../support/stats.mjs';
import { deliveryMemory } from '../measure/delivery-memory.mjs';
import { table } from '../results/tables.mjs';
import { seedSqlite } from '../seed/sqlite.mjs';
import { productOn } from '../servers/contenders.mjs';
import { CLOCK, MEMORY } from '../servers/process.mjs';

const BOTS = 20_000;
/** The measured steps after the warm-up: of as many calls each, half of them accepted reports, half usage reads. */
const STEPS = { full: 12, quick: 2 };
/** By then caches and heap have reached their size. */
const WARM_UP = 300_000;
const CALLS = 600_000;
/** Deliveries by then, as a share of all. */
const DELIVERY_WARM_UP = 1 / 3;
const GOAL_MB = 1;
const MB = 2 ** 20;

/** @typedef {{ done: number, resident: number, heap: number }} Seen The memory after so many calls or deliveries. */

/** The memory of a process after many calls, and after many deliveries. @param {import('../run.mjs').Run} run */
export async function memory(run) {
  const calls = await afterCalls(run);
  const deliveries = await afterDeliveries(run);
  return [
    'Measured between calls, after garbage collection, without the warm-up.',
    text('calls', calls),
    'Measured between deliveries, which a thread of the process sends:',
    text('deliveries', deliveries),
  ].join('\n\n');
}

/** @param {import('../run.mjs').Run} run */
async function afterDeliveries({ folder, scale }) {
  const file = join(folder, 'memory-deliveries.db');
  seedSqlite(file, { bots: 500, plan: 'business', reportsEach: 4 });
  const seen = await deliveryMemory({ folder, databaseUrl: `file:${file}`, scale });
  return seen.slice(seen.length * DELIVERY_WARM_UP);
}

/** @param {import('../run.mjs').Run} run */
async function afterCalls({ folder, driver, scale }) {
  const file = join(folder, 'memory.db');
  const bots = Math.max(500, BOTS * scale);
  seedSqlite(file, { bots, plan: 'business', reportsEach: 4 });
  const server = await productOn(`file:${file}`, ['--expose-gc', '--import', CLOCK, '--import', MEMORY]);
  const step = (CALLS * scale) / (scale < 1 ? STEPS.quick : STEPS.full);
  /** @type {Seen[]} */
  const seen = [];
  for (let calls = step; calls <= (WARM_UP + CALLS) * scale; calls += step) {
    for (const kind of /** @type {const} */ (['report', 'usage'])) {
      const options = { port: server.port, kind, from: calls, count: step / 2, connections: 32, bots };
      await driver.run(options);
    }
    const { rss, heapUsed } = await server.memory();
    seen.push({ done: calls, resident: rss, heap: heapUsed });
  }
  await server.stop();
  return seen.filter(({ done }) => done >= WARM_UP * scale);
}

/** @param {string} what @param {readonly Seen[]} seen */
function text(what, seen) {
  const goal = (/** @type {'resident' | 'heap'} */ which) => {
    const perStep = (slope(seen.map((one) => [one.done, one[which]])) * 100_000) / MB;
    const verdict = perStep <= GOAL_MB ? 'met' : '**missed**';
    return [`${which}: at most ${GOAL_MB} MB per 100 000 ${what}`, perStep.toFixed(2), verdict];
  };
  return [
    table(
      [`${what}, thousands`, ...seen.map(({ done }) => String(done / 1_000))],
      [
        ['resident, MB', ...seen.map(({ resident }) => (resident / MB).toFixed(0))],
        ['heap, MB', ...seen.map(({ heap }) => (heap / MB).toFixed(1))],
      ],
    ),
    table(['goal', 'measured', ''], [goal('resident'), goal('heap')]),
  ].join('\n\n');
}
