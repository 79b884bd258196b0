import { distributedFunction, WRITE_FUNCTIONS } from '../call-writes';
import type { Migration } from './migration';

/** Finds the bots whose oldest hours are due, which a call no longer folds. */
const INDEX = ['CREATE INDEX bots_by_history_due ON bots (history_due_at_ms)'];

/** Instances of an older version go on calling `write_call` while they end. */
export const dueHistories: Migration = {
  version: 26,
  name: 'due-histories',
  sqlite: INDEX,
  postgres: INDEX,
  spread: [WRITE_FUNCTIONS.write_all, distributedFunction('write_all')],
};
