import { call } from './call.mjs';
import { openDatabase } from './sqlite.mjs';

/** @typedef {ReturnType<typeof call>} Decision */
/** @typedef {{ keyHash: string | null, report?: import('./request.mjs').Report | null, onDecided: (decision: Decision) => void }} Pending */

/** Group commit: all calls of one turn of the event loop share a transaction, as in the product. */
export function groupedCalls() {
  const sql = openDatabase();
  /** @type {Pending[]} */
  let queue = [];
  const commitAll = () => {
    const group = queue;
    queue = [];
    sql.begin.run();
    const decisions = group.map(({ keyHash, report }) => call(sql, keyHash, report));
    sql.commit.run();
    for (const [i, decision] of decisions.entries()) group[i]?.onDecided(decision);
  };
  return (/** @type {Pending} */ pending) => {
    if (queue.length === 0) setImmediate(commitAll);
    queue.push(pending);
  };
}
