import type { AlertState } from './alert-state';
import { DAY_MS } from './plan';

/** When a report's number of servers is told as a drop (contract section 9, `stats.dropped`). */

const DROP_MIN_PERCENT = 30;
const DROP_MIN_SERVERS = 10;
const BACK_AT_PERCENT = 90;

/**
 * The drop to remember after a report of `after` servers that follows one of `before`: a new one if it is to be told,
 * the same object while the last one still mutes others, else `null`.
 */
export function dropAfter(
  last: AlertState['drop'],
  before: number,
  after: number,
  nowMs: number,
): AlertState['drop'] {
  // A last drop that lies a day in the future was seen by a clock that has been set back.
  const isOver =
    last === null || after * 100 >= last.before * BACK_AT_PERCENT || Math.abs(nowMs - last.atMs) >= DAY_MS;
  if (!isOver) return last;
  const by = before - after;
  return by >= DROP_MIN_SERVERS && by * 100 >= before * DROP_MIN_PERCENT ? { before, atMs: nowMs } : null;
}
