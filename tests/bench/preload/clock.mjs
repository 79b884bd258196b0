/**
 * Loaded before the product: each reading of the clock is more than a minute after the last one, the interval of the
 * Business plan. So every report of a few bots is accepted, in any order.
 */
const STEP_MS = 61_000;
const now = Date.now;
let ahead = 0;
Date.now = () => {
  ahead += STEP_MS;
  return now() + ahead;
};
