/**
 * Loaded before the product: at each look at the clock more than a minute has gone by, the interval of the Business
 * plan. So a handful of bots can report over and over, in any order, and be accepted each time.
 */
const STEP_MS = 61_000;
const now = Date.now;
let ahead = 0;
Date.now = () => {
  ahead += STEP_MS;
  return now() + ahead;
};
