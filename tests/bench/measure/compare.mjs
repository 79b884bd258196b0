import { median, quantile } from '../../support/stats.mjs';

/**
 * A server to compare. `start` gives it a new copy of the database. It gets `share` of the calls, so that a slow server
 * takes no longer than the others.
 * @typedef {object} Contender
 * @property {string} name
 * @property {(round: number) => Promise<Pick<import('../servers/process.mjs').Running, 'port' | 'cpu' | 'stop'> | StoreAlone>} start
 * @property {number} share
 *
 * @typedef {object} StoreAlone Calls without HTTP; a group has as many calls as a server has connections.
 * @property {(kind: Case['calls'], from: number, count: number, group: number) => Promise<void>} run
 * @property {() => Promise<void>} stop
 *
 * @typedef {{ calls: 'report' | 'usage', connections: number, count: number }} Case
 *
 * @typedef {object} Figures Of one contender in one case; one value per round.
 * @property {number[]} perSecond
 * @property {number[]} busy Of the load generator.
 * @property {number[]} user CPU time of the contender, in microseconds a call; 0 for the store alone.
 * @property {number[]} system
 */

/** Calls before the measured ones, which compile code and fill caches. */
const WARM_UP = 6_000;

/**
 * Runs every contender in every case, `rounds` times, one process at a time. The order is rotated, and reversed in every
 * second round, so that no contender always comes first or after the same one.
 * @param {readonly Contender[]} contenders
 * @param {readonly Case[]} cases
 * @param {Pick<import('../run.mjs').Run, 'driver' | 'rounds' | 'scale'> & { bots: number }} options
 */
export async function compare(contenders, cases, { rounds, bots, driver, scale }) {
  /** @type {Map<string, Figures>} */
  const figures = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const contender of inOrder(contenders, round)) {
      const started = await contender.start(round);
      let from = 0;
      const run = async (/** @type {Case} */ { calls, connections, count }) => {
        const sent = Math.ceil(count * contender.share);
        const before = cpuOf(started);
        const result =
          'run' in started
            ? await timed(() => started.run(calls, from, sent, connections))
            : await driver.run({ port: started.port, kind: calls, from, count: sent, connections, bots });
        // Each report needs a bot that has not reported yet.
        if (calls === 'report') from += sent;
        const after = cpuOf(started);
        return {
          perSecond: (sent / result.elapsedMs) * 1_000,
          busy: result.busy,
          user: (after.user - before.user) / sent,
          system: (after.system - before.system) / sent,
        };
      };
      await run({ calls: 'report', connections: 32, count: (WARM_UP * scale) / 2 });
      await run({ calls: 'usage', connections: 32, count: (WARM_UP * scale) / 2 });
      for (const one of inOrder(cases, round)) {
        const measured = await run(one);
        const key = keyOf(contender.name, one);
        const own = figures.get(key) ?? { perSecond: [], busy: [], user: [], system: [] };
        const added = /** @type {const} */ (['perSecond', 'busy', 'user', 'system']).map((name) => [
          name,
          [...own[name], measured[name]],
        ]);
        figures.set(key, Object.fromEntries(added));
      }
      await started.stop();
    }
    process.stdout.write(`  round ${round + 1} of ${rounds}\n`);
  }
  return figures;
}

/** @param {{ cpu: () => { user: number, system: number } } | StoreAlone} started */
const cpuOf = (started) => ('cpu' in started ? started.cpu() : { user: 0, system: 0 });

async function timed(/** @type {() => Promise<void>} */ work) {
  const startedAt = performance.now();
  await work();
  return { elapsedMs: performance.now() - startedAt, busy: 0 };
}

const keyOf = (/** @type {string} */ name, /** @type {Case} */ { calls, connections }) =>
  `${name} ${calls} ${connections}`;

/** @template T @param {readonly T[]} list @param {number} round @returns {T[]} */
function inOrder(list, round) {
  const at = Math.floor(round / 2) % list.length;
  const rotated = [...list.slice(at), ...list.slice(0, at)];
  return round % 2 === 0 ? rotated : rotated.reverse();
}

/**
 * The speed of the product relative to another contender: the median and middle half of the rounds.
 * @param {Map<string, Figures>} figures @param {string} product @param {string} other @param {Case} one
 */
export function ratios(figures, product, other, one) {
  const [own, its] = [product, other].map((name) => figures.get(keyOf(name, one))?.perSecond ?? []);
  const each = (own ?? []).map((value, round) => value / (its?.[round] ?? Number.NaN));
  return { median: median(each), low: quantile(each, 0.25), high: quantile(each, 0.75) };
}

/**
 * L = 1 / (1/H + 1/S): the calls a second of a server that spends no more than an empty one and the store alone, each
 * measured in the same round. Returns the median of L, and of the share of it that each contender reaches.
 * @param {Map<string, Figures>} figures @param {{ http: string, store: string }} parts @param {readonly string[]} names
 * @param {Case} one
 */
export function sharesOfLimit(figures, { http, store }, names, one) {
  const of = (/** @type {string} */ name) => figures.get(keyOf(name, one))?.perSecond ?? [];
  const stores = of(store);
  const limits = of(http).map((h, round) => 1 / (1 / h + 1 / (stores[round] ?? Number.NaN)));
  const shares = names.map((name) =>
    median(of(name).map((rate, round) => rate / (limits[round] ?? Number.NaN))),
  );
  return { limit: median(limits), shares };
}

/** @param {Map<string, Figures>} figures @param {string} name @param {Case} one */
export const perSecond = (figures, name, one) => median(figures.get(keyOf(name, one))?.perSecond ?? []);

/** CPU time a call, in microseconds: the median of the rounds. @param {Map<string, Figures>} figures @param {string} name @param {Case} one */
export const cpuPerCall = (figures, name, one) => {
  const { user = [], system = [] } = figures.get(keyOf(name, one)) ?? {};
  return { user: median(user), system: median(system) };
};

/** The highest share of a core that the load generator used. @param {Map<string, Figures>} figures */
export const busiest = (figures) => Math.max(...[...figures.values()].map(({ busy }) => median(busy)));
