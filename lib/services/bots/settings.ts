import type { Bot } from '@/lib/domain/bots/bot';
import { actorOf, type Caller } from '@/lib/domain/people/caller';
import { nameError, parseNewName } from '@/lib/domain/people/names';
import { planSilentAfterMs } from '@/lib/domain/silences/silence';
import { silentAfterError } from '@/lib/domain/silences/silence-terms';
import type { Ports } from '@/lib/ports/ports';
import { done, invalidFields, type Result } from '../result';
import { botLock, changed, writeAs } from '../write';
import { findBot } from './find';

/** What the owner of a bot may set, and what holds without a setting. */
type BotSettings = {
  readonly id: string;
  readonly name: string;
  /** `null` applies the plan's limit. */
  readonly silentAfterMs: number | null;
  readonly planSilentAfterMs: number;
  readonly isPublic: boolean;
};

/** The settings of a bot that `who` may manage. */
export async function readSettings(
  { directory }: Ports,
  who: Caller,
  botId: string,
): Promise<Result<BotSettings>> {
  return directory.read(async (tables, nowMs) => {
    const found = await findBot(tables, who, botId);
    if (!found.ok) return found;
    const { id, name, silentAfterMs, isPublic = false } = found.value;
    return done({
      id,
      name,
      silentAfterMs,
      planSilentAfterMs: planSilentAfterMs(found.value, nowMs),
      isPublic,
    });
  });
}

/**
 * Sets the name of a bot that `who` may manage, how long it may be silent (`null`: as long as its plan allows), or both. What
 * is left out stays.
 */
export async function changeSettings(
  ports: Ports,
  who: Caller,
  id: string,
  settings: { readonly name?: string | undefined; readonly silentAfterMs?: number | null },
): Promise<Result<Bot>> {
  return writeAs(ports, who, [botLock(id)], async (tables, nowMs, actor) => {
    const found = await findBot(tables, actor, id);
    if (!found.ok) return found;
    const { silentAfterMs = found.value.silentAfterMs, name: asked = found.value.name } = settings;
    const name = parseNewName(asked, found.value.name);
    const silentAfter = silentAfterError(silentAfterMs);
    if (name === null || silentAfter !== null) {
      return invalidFields({ name: name === null ? nameError(asked) : null, silentAfter });
    }
    const { before, after } = changed(found.value, { name, silentAfterMs });
    if (after === null) return found;
    await tables.bots.update(id, after, nowMs);
    const entry = { actor: actorOf(actor), action: 'bot.change', subject: id, before, after } as const;
    await tables.audit.append(entry, nowMs);
    return done({ ...found.value, ...after });
  });
}
