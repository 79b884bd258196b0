import type { User } from '@/lib/domain/user';
import type { Tables } from '@/lib/ports/directory';

/** The owner of a bot; `null` if the bot was deleted. */
export async function ownerOf({ bots, users }: Tables, botId: string): Promise<User | null> {
  const bot = await bots.findById(botId);
  return bot && users.findById(bot.ownerId);
}
