import { HOURS_TOGETHER } from '@/lib/domain/retention';
import { foldHistories, PAUSE_MS } from '@/lib/services/history/fold';
import type { Job } from './job';

/** The newest of these are folded by the bot's next reports. */
const HOURS_LEFT = HOURS_TOGETHER + 1;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));

/** Folds old reports of bots that do not report; each run continues where the last one ended. */
export function foldHistoryJob(): Job {
  let afterBotId = '';
  return {
    name: 'fold-history',
    everyMs: 30_000,
    async run(ports, signal, aside) {
      afterBotId = await foldHistories(ports, afterBotId, {
        signal,
        pause,
        hoursLeft: HOURS_LEFT,
        ...(aside && { aside }),
      });
    },
  };
}
