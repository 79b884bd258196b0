/**
 * Loaded before the product: at each look at the clock ten more seconds have gone by. So a handful of bots can report
 * over and over, each after its interval, and the work is the same however many bots there are.
 */
const STEP_MS = 10_000;
const now = Date.now;
let ahead = 0;
Date.now = () => {
  ahead += STEP_MS;
  return now() + ahead;
};
