import { type Counting, countBots } from '@/lib/services/overview/overview';
import type { Job } from './job';

/** Counts the bots by state for the admins' overview; each run continues where the last one ended. */
export function countBotsJob(): Job {
  let counting: Counting | null = null;
  return {
    name: 'count-bots',
    everyMs: 60_000,
    async run(ports, signal) {
      counting = await countBots(ports, counting, signal);
    },
  };
}
