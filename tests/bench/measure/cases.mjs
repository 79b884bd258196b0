/** @typedef {import('./compare.mjs').Case} Case */

/** Each has a number of calls, not a duration. @returns {Case[]} */
export const cases = (/** @type {number} */ scale) => [
  { calls: 'report', connections: 32, count: 6_000 * scale },
  { calls: 'usage', connections: 32, count: 6_000 * scale },
  { calls: 'report', connections: 1, count: 1_200 * scale },
  { calls: 'usage', connections: 1, count: 1_200 * scale },
];

/** More than the reports of a round, including the warm-up: each needs a bot that has not reported. */
export const botsAt = (/** @type {number} */ scale) => Math.max(1_000, 12_000 * scale);

/** Seeded reports of each bot: some hours of a bot on the Free plan. */
export const REPORTS_EACH = 20;

export const nameOf = (/** @type {Case} */ { calls, connections }) =>
  `${calls === 'report' ? 'accepted reports' : 'usage reads'}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`;
