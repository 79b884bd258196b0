import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { quantile } from '../../support/stats.mjs';
import { CALLS_PER_REPORT } from '../load/paced.mjs';
import { onBothDatabases } from '../measure/both-databases.mjs';
import { table } from '../results/tables.mjs';
import { productOn } from '../servers/contenders.mjs';
import { AUTH_SECRET, ROOT } from '../servers/process.mjs';

const BOTS = 100_000;
const REPORTS_EACH = 10;
const WITH_YEAR = 1_000;
const CONNECTIONS = 64;
const PER_SECOND = 500;
const TURN_MS = 1_000;
const TURNS_ALONE = 40;
const ROUNDS_MAX = 1;
const GOAL = 2;

/** Calls beside a backup and its rehearsal, and alone, twice. @param {import('../run.mjs').Run} run */
export async function backups(run) {
  const { folder, scale } = run;
  const bots = Math.ceil(BOTS * scale);
  const seed = { folder, bots, reportsEach: REPORTS_EACH, withYear: Math.ceil(WITH_YEAR * scale) };
  const all = await onBothDatabases(seed, (name, databaseUrl) => measure(name, databaseUrl, run));
  return [
    `${PER_SECOND} calls a second at a constant rate, one in ${CALLS_PER_REPORT} a report, beside \`backup FILE --rehearse\`. The database has
${bots.toLocaleString('en')} bots with ${REPORTS_EACH} reports each; ${WITH_YEAR.toLocaleString('en')} of them have one each hour of a year. "Alone" and "alone again" take turns second by second: how far they are apart is the noise. Every call got 200.`,
    table(
      ['', 'beside', 'seconds', 'median, ms', 'p99', 'p99.9', 'longest', 'largest WAL, MB'],
      all.flatMap(({ rows }) => rows),
    ),
    table(
      ['goal', 'measured', ''],
      all.flatMap(({ goals }) => goals),
    ),
  ].join('\n\n');
}

/** @param {string} name @param {string} databaseUrl @param {import('../run.mjs').Run} run */
async function measure(name, databaseUrl, { driver, folder, scale, rounds }) {
  const bots = Math.ceil(BOTS * scale);
  const { port, stop } = await productOn(databaseUrl);
  const wal = `${databaseUrl.replace(/^file:/, '')}-wal`;
  /** @typedef {{ ms: number[], turns: number, walBytes: number }} Turns */
  const none = () => /** @type {Turns} */ ({ ms: [], turns: 0, walBytes: 0 });
  const beside = { nothing: none(), 'nothing, again': none(), 'making it': none(), 'its rehearsal': none() };
  let from = 0;
  /** No bot reports twice. */
  const isUsedUp = () => from + PER_SECOND * (TURN_MS / 1_000) > bots * CALLS_PER_REPORT;
  const turn = async () => {
    const options = { port, from, perSecond: PER_SECOND, forMs: TURN_MS, connections: CONNECTIONS, bots };
    const ms = await driver.paced(options);
    from += ms.length;
    return ms;
  };
  const note = (/** @type {keyof typeof beside} */ what, /** @type {number[]} */ ms) => {
    const turns = beside[what];
    for (const each of ms) turns.ms.push(each);
    turns.turns++;
    turns.walBytes = Math.max(turns.walBytes, statSync(wal, { throwIfNoEntry: false })?.size ?? 0);
  };
  await turn();
  for (let round = 0; round < Math.min(rounds, ROUNDS_MAX); round++) {
    for (let i = 0; i < TURNS_ALONE && !isUsedUp(); i++)
      note(i % 2 === 0 ? 'nothing' : 'nothing, again', await turn());
    const file = join(folder, `${name}-${round}.backup`);
    const args = [join(ROOT, 'lib/build/cli.mjs'), 'backup', file, '--rehearse'];
    const env = { ...process.env, DATABASE_URL: databaseUrl, AUTH_SECRET };
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    const closed = once(child, 'close');
    while (child.exitCode === null && !isUsedUp()) {
      const wasMade = existsSync(file);
      const ms = await turn();
      // A turn in which one ended and the other began counts for neither.
      if (child.exitCode === null && wasMade === existsSync(file))
        note(wasMade ? 'its rehearsal' : 'making it', ms);
    }
    const [status] = await closed;
    if (status !== 0) throw new Error(`The backup ended with ${status}.`);
    for (const suffix of ['', '.sha256', '.rehearsal.json']) rmSync(file + suffix, { force: true });
  }
  await stop();
  const rows = Object.entries(beside).map(([what, { ms, turns, walBytes }]) => [
    name,
    what,
    `${turns}`,
    ...[0.5, 0.99, 0.999, 1].map((share) => quantile(ms, share).toFixed(1)),
    name === 'SQLite' ? (walBytes / 1e6).toFixed(0) : '',
  ]);
  const alone = quantile([...beside.nothing.ms, ...beside['nothing, again'].ms], 0.99);
  const goals = /** @type {const} */ (['nothing, again', 'making it', 'its rehearsal']).map((what) => {
    const ratio =
      quantile(beside[what].ms, 0.99) /
      (what === 'nothing, again' ? quantile(beside.nothing.ms, 0.99) : alone);
    return [
      `${name}, beside ${what}: p99 at most ${GOAL} × that alone`,
      ratio.toFixed(2),
      ratio <= GOAL ? 'met' : '**missed**',
    ];
  });
  return { rows, goals };
}
