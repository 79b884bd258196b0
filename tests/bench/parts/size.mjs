import { join } from 'node:path';
import { median } from '../measure/stats.mjs';
import { table } from '../results/tables.mjs';
import { seedSqlite } from '../seed/sqlite.mjs';
import { productOn } from '../servers/contenders.mjs';
import { CLOCK } from '../servers/process.mjs';

const SIZES = [10, 10_000, 1_000_000];
const REPORTS_EACH = 10;
const CALLS = 8_000;
const CONNECTIONS = 32;
const GOAL = 2;

/** What a call costs with few bots and with many. @param {import('../run.mjs').Run} run */
export async function size({ folder, driver, rounds, scale }) {
  const places = [];
  for (const bots of SIZES.map((all) => Math.max(10, all * scale))) {
    const file = join(folder, `size-${bots}.db`);
    seedSqlite(file, { bots, plan: 'business', reportsEach: REPORTS_EACH });
    const server = await productOn(`file:${file}`, ['--import', CLOCK]);
    places.push({
      bots,
      server,
      from: 0,
      report: /** @type {number[]} */ ([]),
      usage: /** @type {number[]} */ ([]),
    });
  }
  // The first round compiles code and fills caches, and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const place of round % 2 === 0 ? places : places.toReversed()) {
      for (const kind of /** @type {const} */ (['report', 'usage'])) {
        const { bots, server, from } = place;
        const count = Math.ceil(CALLS * scale);
        const order = { port: server.port, kind, from, count, connections: CONNECTIONS, bots };
        const { elapsedMs } = await driver.run(order);
        place.from += count;
        if (round > 0) place[kind].push((elapsedMs / count) * 1_000);
      }
    }
  }
  await Promise.all(places.map(({ server }) => server.stop()));
  return text(places);
}

/** @param {readonly { bots: number, report: number[], usage: number[] }[]} places */
function text(places) {
  const [few, , many] = places;
  const ratio = (/** @type {'report' | 'usage'} */ kind) =>
    median(many?.[kind] ?? []) / median(few?.[kind] ?? []);
  const rows = places.map(({ bots, report, usage }) => [
    bots.toLocaleString('en'),
    median(report).toFixed(0),
    median(usage).toFixed(0),
  ]);
  const goal = (/** @type {'report' | 'usage'} */ kind, /** @type {string} */ name) => {
    const seen = ratio(kind);
    return [
      `${name}: at most ${GOAL} × the cost with 10 bots`,
      seen.toFixed(2),
      seen <= GOAL ? 'met' : '**missed**',
    ];
  };
  return [
    `Each bot has ${REPORTS_EACH} reports and a month of counted days behind it; ${CONNECTIONS} connections. The clock
of the measured process runs fast, so that ten bots can report over and over.`,
    table(['bots', 'µs per accepted report', 'µs per usage read'], rows),
    table(['goal', 'seen', ''], [goal('report', 'accepted reports'), goal('usage', 'usage reads')]),
  ].join('\n\n');
}
