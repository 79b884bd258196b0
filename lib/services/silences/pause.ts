import type { Bot } from '@/lib/domain/bots/bot';
import type { Caller, KeyCaller } from '@/lib/domain/people/caller';
import { lineError } from '@/lib/domain/people/names';
import { MINUTE_MS } from '@/lib/domain/quota/plan';
import {
  PAUSE_MINUTES,
  PAUSE_REASON_MAX,
  PAUSES_PER_DAY,
  pauseDay,
  pausedUntilMs,
} from '@/lib/domain/silences/pause';
import type { Ports, Tables } from '@/lib/ports/ports';
import { findBot } from '../bots/find';
import { liveKeyId } from '../keys/find';
import { conflict, done, invalidFields, notOwned, type Result } from '../result';
import type { Right } from '../rights';
import { botLock, writeAs } from '../write';

/** A pause as it is asked for; `reason` may be empty. */
export type NewPause = { readonly minutes: number; readonly reason?: string | null | undefined };

type DirectoryPort = Pick<Ports, 'directory' | 'factorPolicy'>;

/**
 * Plans a silence of a bot, from now on, in the place of one that lasts (contract section 13): for whom may manage the bot, or
 * its key. A key that is no longer live finds no bot; a disabled bot is a conflict.
 */
export const pauseBot = (ports: DirectoryPort, who: Caller, botId: string, pause: NewPause) =>
  changePause(ports, who, botId, 'pauseBot', 'bot.pause', async (tables, bot, nowMs) => {
    const reason = pause.reason?.trim() || null;
    const { min, max } = PAUSE_MINUTES;
    const isWhole = Number.isInteger(pause.minutes) && pause.minutes >= min && pause.minutes <= max;
    const wrongReason = reason === null ? null : lineError(reason, 'reason', PAUSE_REASON_MAX);
    if (!isWhole || wrongReason !== null) {
      const minutes = isWhole ? null : `Enter ${min} to ${max} whole minutes.`;
      return invalidFields({ minutes, reason: wrongReason });
    }
    const day = pauseDay(nowMs);
    if ((await tables.marks.countPauses(bot.id, day)) >= PAUSES_PER_DAY)
      return tooManyPauses(day.untilMs - nowMs);
    const untilMs = nowMs + pause.minutes * MINUTE_MS;
    await tables.marks.endPauses(bot.id, nowMs);
    await tables.marks.addPause(bot.id, { fromMs: nowMs, untilMs, reason });
    return done({ untilMs, reason });
  });

/** Ends the pause of a bot, for the same; without one nothing changes. */
export const resumeBot = (ports: DirectoryPort, who: Caller, botId: string) =>
  changePause(ports, who, botId, 'resumeBot', 'bot.resume', async (tables, bot, nowMs) => {
    if (pausedUntilMs(bot, nowMs) === null) return done(null);
    await tables.marks.endPauses(bot.id, nowMs);
    return done({ untilMs: nowMs, reason: null });
  });

const tooManyPauses = (retryAfterMs: number): Result<never> => ({
  ok: false,
  refusal: {
    code: 'too_many',
    message: `A bot has at most ${PAUSES_PER_DAY} planned silences a day (UTC).`,
    retryAfterMs,
  },
});

/** The bot of a key; not found if it is another's, or if the key is no longer live. */
async function botOfKey(tables: Tables, who: KeyCaller, botId: string, nowMs: number): Promise<Result<Bot>> {
  const bot = who.botId === botId ? await tables.bots.findById(botId) : null;
  const isLive = (await liveKeyId(tables, who, nowMs)) !== null;
  return bot !== null && isLive ? done(bot) : notOwned('There is no such bot.', 'id');
}

type Changed = { readonly untilMs: number; readonly reason: string | null };

/** `change` returns the new end of the last pause, `null` if nothing changes. The value is the bot's pause afterwards. */
async function changePause(
  ports: DirectoryPort,
  who: Caller,
  botId: string,
  what: Right,
  action: 'bot.pause' | 'bot.resume',
  change: (tables: Tables, bot: Bot, nowMs: number) => Promise<Result<Changed | null>>,
): Promise<Result<{ readonly pausedUntilMs: number | null; readonly nowMs: number }>> {
  return writeAs(ports, who, [botLock(botId)], async (tables, nowMs, actor, record) => {
    const found = await (actor.kind === 'key'
      ? botOfKey(tables, actor, botId, nowMs)
      : findBot(tables, actor, botId, what));
    if (!found.ok) return found;
    const bot = found.value;
    if (bot.isDisabled) return conflict('An admin has disabled this bot.');
    const changed = await change(tables, bot, nowMs);
    if (!changed.ok) return changed;
    if (changed.value === null) return done({ pausedUntilMs: null, nowMs });
    const { untilMs, reason } = changed.value;
    await tables.bots.update(bot.id, { pausedUntilMs: untilMs }, nowMs);
    // What a key does is on the bot's pages; many bots pause every night.
    if (actor.kind !== 'key') {
      const after = { pausedUntilMs: untilMs, ...(reason !== null && { reason }) };
      await record(action, bot.id, { after });
    }
    return done({ pausedUntilMs: pausedUntilMs({ pausedUntilMs: untilMs }, nowMs), nowMs });
  });
}
