import { keptFromMs } from '@/lib/domain/history/history';
import type { StoredHistory } from '@/lib/domain/history/retention';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { PAUSE_MAX_MS } from '@/lib/domain/silences/pause';
import type { Ports, Tables } from '@/lib/ports/ports';
import { inBatches } from '../batches';
import { SetAside } from '../set-aside';
import { botLock } from '../write';

const HISTORIES_PER_ROUND = 200;
/** Reports lie next to each other: so many take some milliseconds. */
const REPORTS_AT_ONCE = 1_000;
/** Later than any report. */
const END_OF_TIME_MS = Number.MAX_SAFE_INTEGER;

/**
 * Deletes expired reports and hours (contract section 1) of the next bots after `afterBotId`. Hours that are due go with folding
 * (`fold.ts`); this covers bots that were downgraded or deleted, marks and planned silences. Stops early when `signal` is
 * aborted. Returns the cursor for the next call, `''` at the end.
 */
export async function pruneHistory(
  { directory }: Pick<Ports, 'directory'>,
  afterBotId: string,
  signal?: AbortSignal,
  aside = new SetAside(),
): Promise<string> {
  const { round, except, nowMs } = await directory.read(async ({ history }, nowMs) => ({
    round: await history.list(afterBotId, HISTORIES_PER_ROUND),
    except: new Set(aside.ids(nowMs)),
    nowMs,
  }));
  for (const stored of round) {
    if (signal?.aborted) return afterBotId;
    const { botId } = stored;
    if (except.has(botId)) continue;
    await aside.attempt(botId, async () => {
      if (hasExpired(stored, nowMs)) await pruneReports({ directory }, botId, signal);
    });
  }
  return round.length < HISTORIES_PER_ROUND ? '' : (round.at(-1)?.botId ?? '');
}

function hasExpired({ bot, oldestReportMs, oldestHourMs, ...stored }: StoredHistory, nowMs: number): boolean {
  if (bot === null) return true;
  const keptMs = keptFromMs(bot, nowMs);
  const endsByThen = (hourMs: number | null) => hourMs !== null && hourMs + HOUR_MS <= keptMs;
  const isBefore = (atMs: number | null, endMs: number) => atMs !== null && atMs < endMs;
  return (
    isBefore(oldestReportMs, keptMs) ||
    endsByThen(oldestHourMs) ||
    isBefore(stored.oldestMarkMs, keptMs) ||
    isBefore(stored.oldestPauseMs, keptMs - PAUSE_MAX_MS)
  );
}

/** Deletes expired reports and hours of one bot id in batches; if interrupted, a later call deletes the rest. */
async function pruneReports(
  { directory }: Pick<Ports, 'directory'>,
  botId: string,
  signal?: AbortSignal,
): Promise<void> {
  const batch = (tables: Tables, nowMs: number) => pruneBatch(tables, botId, nowMs);
  await inBatches(directory, [botLock(botId)], batch, signal);
}

/** Deletes one batch; of a deleted bot all are expired. Returns whether there are more. */
export async function pruneBatch({ bots, history }: Tables, botId: string, nowMs: number): Promise<boolean> {
  const bot = await bots.findById(botId);
  const untilMs = bot === null ? END_OF_TIME_MS : keptFromMs(bot, nowMs);
  return history.prune(botId, untilMs, REPORTS_AT_ONCE);
}
