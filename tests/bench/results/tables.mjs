import { nameOf } from '../measure/cases.mjs';
import { busiest, perSecond, ratios } from '../measure/compare.mjs';

/** @typedef {import('../measure/compare.mjs').Case} Case */
/** @typedef {Map<string, import('../measure/compare.mjs').Figures>} Compared */
/** @typedef {{ other: string, is: Case, atLeast: number }} Goal */

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

/** @param {Compared} figures @param {string} product @param {readonly Goal[]} goals */
export function goalTable(figures, product, goals) {
  const rows = goals.map(({ other, is, atLeast }) => {
    const measured = ratios(figures, product, other, is).median;
    return [
      `${nameOf(is)}: at least ${atLeast} × ${other}`,
      measured.toFixed(2),
      measured >= atLeast ? 'met' : '**missed**',
    ];
  });
  return table(['goal', 'measured', ''], rows);
}
