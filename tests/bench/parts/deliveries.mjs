import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_CERTIFICATE } from '../../support/certificate.mjs';
import { startPostgres } from '../../support/postgres.mjs';
import { median } from '../../support/stats.mjs';
import { BESIDE, besideDeliveries, WITHOUT, WITHOUT_AGAIN } from '../measure/beside-deliveries.mjs';
import { compare, perSecond, ratios } from '../measure/compare.mjs';
import { deliveryRate } from '../measure/delivery-rate.mjs';
import { hangingWebhooks } from '../measure/hanging-webhooks.mjs';
import { table } from '../results/tables.mjs';
import { seedPostgres } from '../seed/postgres.mjs';
import { freshCopy, seedSqlite } from '../seed/sqlite.mjs';

/** Of the calls that are measured, then those whose calls cause events. */
const BOTS = 6_000;
const EVENT_BOTS = { from: BOTS, to: BOTS + 4_000 };
/** Of the rounds of a comparison: so many fit into eight minutes. */
const ROUNDS = { beside: 5 / 12, hanging: 1 / 4 };
const HEALTHY_MAX_MS = 5_000;

/**
 * How fast events are delivered, and what that does to calls.
 * @param {import('../run.mjs').Run} run
 */
export async function deliveries({ folder, driver, rounds, scale }) {
  const past = { bots: EVENT_BOTS.to, plan: /** @type {const} */ ('free'), reportsEach: 2 };
  const certificate = join(folder, 'receiver.pem');
  writeFileSync(certificate, TEST_CERTIFICATE);
  const server = await startPostgres();
  const seed = await seedPostgres(server.url, past);
  const file = join(folder, 'deliveries-seed.db');
  seedSqlite(file, past);
  const databases = [
    {
      name: 'SQLite',
      calls: 30_000,
      fresh: async () => `file:${freshCopy(file, join(folder, 'deliveries.db'))}`,
    },
    { name: 'PostgreSQL', calls: 12_000, fresh: () => seed.fresh() },
  ];
  /** @type {Record<'rates' | 'speeds' | 'slow', string[][]>} */
  const rows = { rates: [], speeds: [], slow: [] };
  try {
    for (const { name, calls, fresh } of databases) {
      const rate = async (/** @type {'http' | 'https'} */ scheme) => {
        const env = { NODE_EXTRA_CA_CERTS: certificate };
        return deliveryRate({ folder, databaseUrl: await fresh(), scheme, env, scale });
      };
      const http = await rate('http');
      rows.rates.push([name, http.toFixed(0), (await rate('https')).toFixed(0), verdict(http >= 300)]);

      const { contenders, stop, ...seen } = await besideDeliveries({
        folder,
        fresh,
        scale,
        pacedBots: EVENT_BOTS,
      });
      const one = { calls: /** @type {const} */ ('usage'), connections: 32, count: calls * scale };
      const options = { rounds: Math.ceil(rounds * ROUNDS.beside), bots: BOTS, driver, scale };
      const figures = await compare(contenders, [one], options);
      stop();
      const beside = ratios(figures, BESIDE, WITHOUT, one);
      rows.speeds.push([
        name,
        perSecond(figures, WITHOUT, one).toFixed(0),
        span(ratios(figures, WITHOUT_AGAIN, WITHOUT, one)),
        span(beside),
        verdict(beside.median >= 0.85),
        seen.perSecond().toFixed(0),
        `${seen.delayMs(0.5).toFixed(0)}, ${seen.delayMs(1).toFixed(0)}`,
      ]);

      const hanging = await hangingWebhooks({
        folder,
        fresh,
        healthyBots: EVENT_BOTS,
        bots: BOTS,
        scale,
        rounds: Math.ceil(rounds * ROUNDS.hanging),
      });
      rows.slow.push(hangingRow(name, hanging));
    }
  } finally {
    await seed.close();
    await server.stop();
  }
  return [
    'The receivers are processes of their own. Deliveries a second while the API is idle, with 500 webhooks on two hosts:',
    table(['', 'http', 'https', 'goal: at least 300 over http'], rows.rates),
    `Usage reads on 32 connections, alone and beside deliveries: 115 calls a second of other bots each cause an event, after
1 200 of them that are not measured. The ratios are those of reads a second.`,
    table(
      [
        '',
        'reads a second, alone',
        'alone, again',
        'beside deliveries',
        'goal: at least 0.85',
        'deliveries a second',
        'from the call to the arrival: median, longest, ms',
      ],
      rows.speeds,
    ),
    `Usage reads on 4 connections, with and without 1 000 webhooks that never respond, drip or flood and get an event
every 10 s each; 4 events a second go to healthy webhooks.`,
    table(
      [
        '',
        'p99 without, ms',
        'ratio: without, again',
        'ratio: with',
        'goal: within the band of the rounds without',
        'a healthy webhook gets its event within, ms',
        'goal: 5 s',
      ],
      rows.slow,
    ),
  ].join('\n\n');
}

const verdict = (/** @type {boolean} */ isMet) => (isMet ? 'met' : '**missed**');
const span = (/** @type {{ median: number, low: number, high: number }} */ { median, low, high }) =>
  `**${median.toFixed(2)}** (${low.toFixed(2)}–${high.toFixed(2)})`;

/** @param {string} name @param {Awaited<ReturnType<typeof hangingWebhooks>>} measured */
function hangingRow(name, { without, again, withHanging, healthyMs }) {
  const ratiosTo = (/** @type {number[]} */ ms) =>
    ms.map((one, round) => one / (without[round] ?? Number.NaN));
  // In both directions: which of two equal processes is called the second is chance.
  const noise = Math.max(...ratiosTo(again).map((ratio) => Math.max(ratio, 1 / ratio)));
  const ratio = median(ratiosTo(withHanging));
  return [
    name,
    median(without).toFixed(1),
    `${(1 / noise).toFixed(2)}–${noise.toFixed(2)}`,
    ratio.toFixed(2),
    verdict(ratio <= noise),
    healthyMs.toFixed(0),
    verdict(healthyMs <= HEALTHY_MAX_MS),
  ];
}
