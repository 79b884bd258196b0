import type { BotEvent } from '@/lib/domain/event';
import { isStillTrue } from '@/lib/domain/event-routing';
import type { Tables } from '@/lib/ports/directory';

/** Those of the events that are still to be told when they are due: a silence may have ended meanwhile. */
export async function stillTrue({ bots, events }: Tables, due: readonly BotEvent[]): Promise<BotEvent[]> {
  const ofSilences = due.filter(({ type }) => type === 'bot.silent' || type === 'bot.recovered');
  if (ofSilences.length === 0) return [...due];
  const listed = await bots.listByIds([...new Set(ofSilences.map(({ data }) => data.botId))]);
  const accounts = new Map(listed.map(({ account }) => [account.botId, account]));
  const told: BotEvent[] = [];
  for (const event of due) {
    const account = accounts.get(event.data.botId);
    const isSilenceTold =
      event.type === 'bot.recovered' && (await events.wasTold(event.data.botId, 'bot.silent', event.period));
    if (account === undefined || isStillTrue(event, account, isSilenceTold)) told.push(event);
  }
  return told;
}
