import { join } from 'node:path';
import { median } from '../../support/stats.mjs';
import { table } from '../results/tables.mjs';
import { seedSqlite } from '../seed/sqlite.mjs';
import { productOn } from '../servers/contenders.mjs';
import { CLOCK } from '../servers/process.mjs';

const SIZES = [10, 10_000, 1_000_000];
const REPORTS_EACH = 10;
const CALLS = 8_000;
const CONNECTIONS = 32;
const GOAL = 1.5;

/**
 * @typedef {{ bots: number, server: import('../servers/process.mjs').Running, from: number, report: number[],
 *   usage: number[] }} Sized
 */

/** The cost of a call with few bots and with many. @param {import('../run.mjs').Run} run */
export async function size({ folder, driver, rounds, scale }) {
  /** @type {Sized[]} */
  const all = [];
  for (const bots of SIZES.map((count) => Math.max(10, count * scale))) {
    const file = join(folder, `size-${bots}.db`);
    seedSqlite(file, { bots, plan: 'business', reportsEach: REPORTS_EACH });
    const server = await productOn(`file:${file}`, ['--import', CLOCK]);
    all.push({ bots, server, from: 0, report: [], usage: [] });
  }
  // The first round compiles code and fills caches, and is not measured.
  for (let round = 0; round <= rounds; round++) {
    for (const one of round % 2 === 0 ? all : all.toReversed()) {
      for (const kind of /** @type {const} */ (['report', 'usage'])) {
        const { bots, server, from } = one;
        const count = Math.ceil(CALLS * scale);
        const options = { port: server.port, kind, from, count, connections: CONNECTIONS, bots };
        const { elapsedMs } = await driver.run(options);
        one.from += count;
        if (round > 0) one[kind].push((elapsedMs / count) * 1_000);
      }
    }
  }
  await Promise.all(all.map(({ server }) => server.stop()));
  return text(all);
}

function text(/** @type {readonly Sized[]} */ all) {
  const [few, , many] = all;
  const ratio = (/** @type {'report' | 'usage'} */ kind) =>
    median(many?.[kind] ?? []) / median(few?.[kind] ?? []);
  const rows = all.map(({ bots, report, usage }) => [
    bots.toLocaleString('en'),
    median(report).toFixed(0),
    median(usage).toFixed(0),
  ]);
  const goal = (/** @type {'report' | 'usage'} */ kind, /** @type {string} */ name) => {
    const measured = ratio(kind);
    const verdict = measured <= GOAL ? 'met' : '**missed**';
    return [`${name}: at most ${GOAL} × the cost with 10 bots`, measured.toFixed(2), verdict];
  };
  return [
    `Each bot has ${REPORTS_EACH} reports and a month of daily counters; ${CONNECTIONS} connections. The clock of the
measured process runs fast, so that ten bots can report repeatedly. The calls of ten bots change the same few pages;
among a million bots nearly every call changes pages of its own, and one more every 20 s for the time of last use of its key.`,
    table(['bots', 'µs per accepted report', 'µs per usage read'], rows),
    table(['goal', 'measured', ''], [goal('report', 'accepted reports'), goal('usage', 'usage reads')]),
  ].join('\n\n');
}
