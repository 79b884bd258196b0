import type { Caller } from '@/lib/domain/caller';
import { planSilentAfterMs } from '@/lib/domain/silence';
import type { Ports } from '@/lib/ports/ports';
import { done, type Result } from '../result';
import { findBot } from './find';

/** What the owner of a bot may set, and what holds without a setting. */
export type BotSettings = {
  readonly id: string;
  readonly name: string;
  /** `null` applies the plan's limit. */
  readonly silentAfterMs: number | null;
  readonly planSilentAfterMs: number;
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
    const { id, name, silentAfterMs } = found.value;
    return done({ id, name, silentAfterMs, planSilentAfterMs: planSilentAfterMs(found.value, nowMs) });
  });
}
