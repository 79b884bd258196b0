import type { Bot } from '@/lib/domain/bots/bot';
import type { BotRole } from '@/lib/domain/people/bot-people';
import type { Caller } from '@/lib/domain/people/caller';
import { nameError, parseNewName } from '@/lib/domain/people/names';
import { planSilentAfterMs } from '@/lib/domain/silences/silence';
import { silentAfterError } from '@/lib/domain/silences/silence-terms';
import type { Ports } from '@/lib/ports/ports';
import { done, invalidFields, type Result } from '../result';
import { may } from '../rights';
import { changed } from '../write';
import { readOfBot, writeBot } from './find';

/** What the owner of a bot may set, and what holds without a setting. */
type BotSettings = {
  readonly id: string;
  readonly name: string;
  /** `null` applies the plan's limit. */
  readonly silentAfterMs: number | null;
  readonly planSilentAfterMs: number;
  readonly isPublic: boolean;
  readonly showsDeploys: boolean;
  /** The caller's role; `null` for the owner and for admins without one. */
  readonly role: BotRole | null;
  /** Whether the caller may change these settings, and the public page and the people. */
  readonly mayManage: boolean;
  readonly mayOwn: boolean;
};

/** The settings of a bot that `who` may manage. */
export async function readSettings(ports: Ports, who: Caller, botId: string): Promise<Result<BotSettings>> {
  return readOfBot(ports, who, botId, 'readSettings', async (_, bot, nowMs) => {
    const { id, name, silentAfterMs, isPublic = false, showsDeploys = false } = bot;
    const terms = { silentAfterMs, planSilentAfterMs: planSilentAfterMs(bot, nowMs) };
    const mayManage = may(who, bot, 'changeSettings');
    const rights = { role: bot.role ?? null, mayManage, mayOwn: may(who, bot, 'setPublic') };
    return { id, name, ...terms, isPublic, showsDeploys, ...rights };
  });
}

/**
 * Sets the name of a bot that `who` may manage, how long it may be silent (`null`: as long as its plan allows), and whether
 * its public page shows its deploys. What is left out stays.
 */
export async function changeSettings(
  ports: Ports,
  who: Caller,
  id: string,
  settings: {
    readonly name?: string | undefined;
    readonly silentAfterMs?: number | null;
    readonly showsDeploys?: boolean;
  },
): Promise<Result<Bot>> {
  return writeBot(ports, who, id, 'changeSettings', async (tables, bot, nowMs, record) => {
    const now = { showsDeploys: false, ...bot };
    const {
      silentAfterMs = now.silentAfterMs,
      name: asked = now.name,
      showsDeploys = now.showsDeploys,
    } = settings;
    const name = parseNewName(asked, bot.name);
    const silentAfter = silentAfterError(silentAfterMs);
    if (name === null || silentAfter !== null) {
      return invalidFields({ name: name === null ? nameError(asked) : null, silentAfter });
    }
    const { before, after } = changed(now, { name, silentAfterMs, showsDeploys });
    if (after === null) return done(bot);
    await tables.bots.update(id, after, nowMs);
    await record('bot.change', id, { before, after });
    return done({ ...bot, ...after });
  });
}
