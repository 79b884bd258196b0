import { nameOf } from '../measure/cases.mjs';
import { busiest, cpuPerCall, perSecond, ratios, sharesOfLimit } from '../measure/compare.mjs';

/** @typedef {import('../measure/compare.mjs').Case} Case */
/** @typedef {Map<string, import('../measure/compare.mjs').Figures>} Compared */

const row = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
export const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/**
 * The speed of the product relative to each other contender: the median of the rounds, and their middle half.
 * @param {Compared} figures @param {string} product @param {readonly string[]} others @param {readonly Case[]} cases
 */
export function ratioTable(figures, product, others, cases) {
  const rows = cases.map((one) => [
    nameOf(one),
    ...others.map((other) => {
      const { median, low, high } = ratios(figures, product, other, one);
      return `**${median.toFixed(2)}** (${low.toFixed(2)}–${high.toFixed(2)})`;
    }),
  ]);
  return table(['speed of the product relative to', ...others], rows);
}

/** @param {Compared} figures @param {readonly string[]} names @param {readonly Case[]} cases */
export function rateTable(figures, names, cases) {
  const rows = cases.map((one) => [
    nameOf(one),
    ...names.map((name) => String(Math.round(perSecond(figures, name, one)))),
  ]);
  const busy = Math.round(busiest(figures) * 100);
  return `${table(['calls per second, median', ...names], rows)}\n\nThe load generator used at most ${busy} % of a core.`;
}

/** @param {Compared} figures @param {readonly string[]} names @param {readonly Case[]} cases */
export const cpuTable = (figures, names, cases) =>
  table(
    ['CPU time a call, µs: user + system', ...names],
    cases.map((one) => [
      nameOf(one),
      ...names.map((name) => {
        const { user, system } = cpuPerCall(figures, name, one);
        return `**${(user + system).toFixed(0)}** (${user.toFixed(0)} + ${system.toFixed(0)})`;
      }),
    ]),
  );

/**
 * How near each contender comes to L.
 * @param {Compared} figures @param {{ http: string, store: string }} parts @param {readonly string[]} names
 * @param {readonly Case[]} cases
 */
export function limitTable(figures, parts, names, cases) {
  const rows = cases.map((one) => {
    const { limit, shares } = sharesOfLimit(figures, parts, names, one);
    const rates = [parts.http, parts.store].map((name) => perSecond(figures, name, one).toFixed(0));
    return [
      nameOf(one),
      ...rates,
      limit.toFixed(0),
      ...shares.map((share) => `${(share * 100).toFixed(0)} %`),
    ];
  });
  return table(['', 'H', 'S', 'L', ...names.map((name) => `${name}: share of L`)], rows);
}
