import { nameOf } from '../measure/cases.mjs';
import { busiest, perSecond, ratios } from '../measure/compare.mjs';

/** @typedef {import('../measure/compare.mjs').Case} Case */
/** @typedef {Map<string, import('../measure/compare.mjs').Figures>} Compared */
/** @typedef {{ other: string, is: Case, atLeast: number }} Goal */

const row = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
export const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/**
 * Times as fast as each other contender: the median over the rounds, and the middle half of them.
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
  return table(['product is … times as fast as', ...others], rows);
}

/** @param {Compared} figures @param {readonly string[]} names @param {readonly Case[]} cases */
export function rateTable(figures, names, cases) {
  const rows = cases.map((one) => [
    nameOf(one),
    ...names.map((name) => String(Math.round(perSecond(figures, name, one)))),
  ]);
  const busy = Math.round(busiest(figures) * 100);
  return `${table(['calls a second, median', ...names], rows)}\n\nThe load generator was busy for at most ${busy} % of its time.`;
}

/** @param {Compared} figures @param {string} product @param {readonly Goal[]} goals */
export function goalTable(figures, product, goals) {
  const rows = goals.map(({ other, is, atLeast }) => {
    const seen = ratios(figures, product, other, is).median;
    return [
      `${nameOf(is)}: at least ${atLeast} × ${other}`,
      seen.toFixed(2),
      seen >= atLeast ? 'met' : '**missed**',
    ];
  });
  return table(['goal', 'seen', ''], rows);
}
