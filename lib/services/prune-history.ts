import { keptFromMs } from '@/lib/domain/history';
import type { Ports, Tables } from './ports';

const HISTORIES_PER_ROUND = 200;
/** Reports deleted in one transaction: some milliseconds' work, after which calls have their turn. */
const REPORTS_AT_ONCE = 2_000;
/** Later than any report. */
const END_OF_TIME_MS = Number.MAX_SAFE_INTEGER;

/**
 * Deletes reports that no plan keeps any more (contract section 1) under the next ids after `afterBotId`; reports that
 * come in do so for their own bot, this is for bots that fell silent, were downgraded or were deleted. Returns where to
 * go on, `''` after the last.
 */
export async function pruneHistory(
  { directory }: Pick<Ports, 'directory'>,
  afterBotId: string,
): Promise<string> {
  const { round, nowMs } = await directory.read(async ({ bots }, nowMs) => ({
    round: await bots.listHistories(afterBotId, HISTORIES_PER_ROUND),
    nowMs,
  }));
  for (const { botId, oldestAtMs, bot } of round) {
    if (bot === null || oldestAtMs < keptFromMs(bot, nowMs)) await pruneReports({ directory }, botId);
  }
  return round.length < HISTORIES_PER_ROUND ? '' : (round.at(-1)?.botId ?? '');
}

/** Deletes all of them that is under one id, piece by piece; broken off, the rest goes with a later call. */
export async function pruneReports({ directory }: Pick<Ports, 'directory'>, botId: string): Promise<void> {
  while (await directory.write((tables, nowMs) => prunePiece(tables, botId, nowMs)));
}

/** One transaction's share, all it may be of a bot that is not there; says whether there are more to delete. */
export async function prunePiece({ bots }: Tables, botId: string, nowMs: number): Promise<boolean> {
  const bot = await bots.findById(botId);
  const untilMs = bot === null ? END_OF_TIME_MS : keptFromMs(bot, nowMs);
  return bots.pruneReports(botId, untilMs, REPORTS_AT_ONCE);
}
