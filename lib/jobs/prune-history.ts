import { pruneHistory } from '@/lib/services/history/prune';
import type { Job } from './job';

/** Deletes expired reports; each run continues where the last one ended. */
export function pruneHistoryJob(): Job {
  let afterBotId = '';
  return {
    name: 'prune-history',
    everyMs: 30_000,
    async run(ports, signal, aside) {
      afterBotId = await pruneHistory(ports, afterBotId, signal, aside);
    },
  };
}
