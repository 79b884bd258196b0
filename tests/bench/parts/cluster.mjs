import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { bundle } from '../../../lib/build/bundle.mjs';
import { hasCitus, startCitus, WITHOUT_CITUS } from '../../support/citus.mjs';
import { median, quantile } from '../../support/stats.mjs';
import { inOrder } from '../measure/compare.mjs';
import { table } from '../results/tables.mjs';
import { ROOT } from '../servers/process.mjs';

const PARTS = 8;
const REPORTS = 3_000;
const CALLERS = [1, 8];
/** Clock ticks a second of /proc: always 100 on Linux. */
const TICKS_PER_MS = 0.1;

/** @typedef {{ ms: number[], perSecond: number[], coordinator: number[], workers: number[] }} Figures */

/**
 * What a report costs on a cluster of one machine, by way of the coordinator and straight to the workers, beside the same
 * server without a cluster. @param {import('../run.mjs').Run} run
 */
export async function cluster({ rounds, scale }) {
  if (!hasCitus) return WITHOUT_CITUS;
  await bundle('tests/bench/measure/cluster-stores.ts', 'dist/bench-cluster-stores.mjs');
  /** @type {typeof import('../measure/cluster-stores')} */
  const { prepare, openStore } = await import(
    pathToFileURL(join(ROOT, 'dist/bench-cluster-stores.mjs')).href
  );
  const nodes = await startCitus();
  try {
    const plain = await makeDatabase(nodes.ports.slice(0, 1), 'plain');
    const spread = await makeDatabase(nodes.ports, 'spread');
    const [ofPlain, ofSpread] = [await prepare(plain, null), await prepare(spread, PARTS)];
    const stores = [
      { name: 'plain', store: await openStore(plain, ofPlain, 'plain') },
      { name: 'plain again', store: await openStore(plain, ofPlain, 'plain') },
      { name: 'by way of the coordinator', store: await openStore(spread, ofSpread, 'coordinator') },
      { name: 'straight to the workers', store: await openStore(spread, ofSpread, 'straight') },
    ];
    /** @type {Map<string, Figures>} */
    const figures = new Map();
    const count = Math.ceil(REPORTS * scale);
    for (let round = 0; round <= rounds; round++) {
      for (const { name, store } of inOrder(stores, round)) {
        for (const callers of CALLERS) {
          const before = nodes.pids().map(cpuMs);
          const startedAt = performance.now();
          const times = await store.run(callers, count);
          const tookMs = performance.now() - startedAt;
          // The first round plans statements and learns keys.
          if (round === 0) continue;
          const [coordinator = 0, ...workers] = nodes.pids().map((pid, i) => cpuMs(pid) - (before[i] ?? 0));
          const key = `${name} ${callers}`;
          const own = figures.get(key) ?? { ms: [], perSecond: [], coordinator: [], workers: [] };
          figures.set(key, own);
          own.ms.push(median(times));
          own.perSecond.push((count / tookMs) * 1_000);
          own.coordinator.push(coordinator / count);
          own.workers.push(workers.reduce((sum, ms) => sum + ms, 0) / count);
        }
      }
    }
    await Promise.all(stores.map(({ store }) => store.close()));
    return text(
      stores.map(({ name }) => name),
      figures,
    );
  } finally {
    await nodes.stop();
  }
}

function text(/** @type {string[]} */ names, /** @type {Map<string, Figures>} */ figures) {
  const rows = CALLERS.flatMap((callers) =>
    names.map((name) => {
      const own = figures.get(`${name} ${callers}`);
      const plain = figures.get(`plain ${callers}`)?.perSecond ?? [];
      const ratios = (own?.perSecond ?? []).map((value, i) => value / (plain[i] ?? Number.NaN));
      const range = [0.25, 0.75].map((q) => quantile(ratios, q).toFixed(2)).join('–');
      return [
        String(callers),
        name,
        median(own?.ms ?? []).toFixed(2),
        `${median(ratios).toFixed(2)} (${range})`,
        median(own?.coordinator ?? []).toFixed(3),
        median(own?.workers ?? []).toFixed(3),
      ];
    }),
  );
  return [
    `Citus with a coordinator and two workers in ${PARTS} parts, all on this machine, so that the nodes share its cores. An accepted report is
a read of the bot and a write. CPU is that of each node’s processes; “plain” runs on the coordinator’s server.`,
    table(
      [
        'callers',
        '',
        'median, ms',
        'reports a second, of plain',
        'CPU of the coordinator, ms',
        'of the workers',
      ],
      rows,
    ),
  ].join('\n\n');
}

/** CPU time that a server and its processes have used, in ms. */
function cpuMs(/** @type {number} */ pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const ticks = [String(pid), ...children].map((one) => {
    // User and system time, and of the server also those of its processes that have ended.
    const fields = readFileSync(`/proc/${one}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    return fields.slice(11, one === String(pid) ? 15 : 13).reduce((sum, value) => sum + value, 0);
  });
  return ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_MS;
}

async function makeDatabase(/** @type {readonly number[]} */ ports, /** @type {string} */ name) {
  const urlOf = (/** @type {number} */ port, db = name) => `postgres://postgres@127.0.0.1:${port}/${db}`;
  const [coordinator = 0, ...workers] = ports;
  for (const port of ports) {
    await query(urlOf(port, 'postgres'), `CREATE DATABASE ${name}`);
    if (workers.length > 0) await query(urlOf(port), 'CREATE EXTENSION citus');
  }
  const url = urlOf(coordinator);
  if (workers.length > 0) await query(url, `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator})`);
  for (const port of workers) await query(url, `SELECT citus_add_node('127.0.0.1', ${port})`);
  return url;
}

async function query(/** @type {string} */ url, /** @type {string} */ sql) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
