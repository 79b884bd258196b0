import { keptFromMs } from '@/lib/domain/history';
import type { Ports } from './ports';

/** How much one round looks at and deletes: a few milliseconds' work. */
const BOTS_PER_ROUND = 200;
const REPORTS_PER_BOT = 1_000;

/**
 * Deletes reports that no plan keeps any more (contract section 1) of the next bots after `afterBotId`; reports that
 * come in do so for their own bot, this is for bots that fell silent or were downgraded. Returns where to go on, `''`
 * after the last bot.
 */
export async function pruneHistory({ directory }: Ports, afterBotId: string): Promise<string> {
  return directory.write(async ({ bots }, nowMs) => {
    const round = await bots.listAfter(afterBotId, BOTS_PER_ROUND);
    for (const bot of round) await bots.pruneReports(bot.id, keptFromMs(bot, nowMs), REPORTS_PER_BOT);
    return round.length < BOTS_PER_ROUND ? '' : (round.at(-1)?.id ?? '');
  });
}
