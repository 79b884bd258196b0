import { findSilentBots } from '@/lib/services/silences/find';
import type { Job } from './job';

/** Tells silences of bots, soon enough that a silence is found within a minute of its time. */
export const findSilentBotsJob: Job = {
  name: 'find-silent-bots',
  everyMs: 20_000,
  run: (ports, signal, aside) => findSilentBots(ports, signal, aside),
};
