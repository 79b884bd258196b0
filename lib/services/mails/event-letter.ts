import { type EventText, eventText } from '@/lib/contract/event-text';
import { paths, withQuery } from '@/lib/contract/paths';
import { zonedTime } from '@/lib/contract/zoned-time';
import type { BotEvent } from '@/lib/domain/event';
import type { User } from '@/lib/domain/user';
import type { Letter, LetterSection } from '@/lib/ports/mailer';
import type { UnsubscribeTokens } from '@/lib/ports/unsubscribe-tokens';

/** A summary shows so many events and counts the rest. */
const SHOWN_MAX = 20;

/** The mail about one event, or the summary of several; `id` is that of the message. */
export function eventLetter(
  { id: userId, email: to, timeZone }: User,
  events: readonly [BotEvent, ...BotEvent[]],
  id: string,
  tokens: UnsubscribeTokens,
): Letter {
  const zone = { timeZone: timeZone ?? 'UTC' };
  const [{ type, data }] = events;
  const texts = events
    .slice(0, SHOWN_MAX)
    .map((event) => sectionOf(eventText(event, zone), event.atMs, zone));
  const bots = new Set(events.map(({ data }) => data.botId)).size;
  const whose = bots === 1 ? data.botName : `${bots} bots`;
  const isSummary = events.length > 1;
  const more = events.length - SHOWN_MAX;
  const rest = {
    title: `And ${more} more`,
    sentences: ['They are among your notifications.'],
    link: { label: 'Notifications', path: paths.notifications },
  };
  const token = tokens.issue(isSummary ? { userId, messageId: id } : { userId, botId: data.botId, type });
  return {
    ...{ to, id, sections: more > 0 ? [...texts, rest] : texts },
    subject: isSummary ? `${events.length} events of ${whose}` : (texts[0]?.title ?? ''),
    reason: `You get this mail because you own ${bots === 1 ? data.botName : 'these bots'}. Under Alerts you choose what is mailed.`,
    unsubscribePath: withQuery(paths.unsubscribe, { token }),
  };
}

const sectionOf = (
  { title, meaning, advice, path }: EventText,
  atMs: number,
  { timeZone }: { timeZone: string },
): LetterSection => ({
  title,
  sentences: [meaning, advice, `Time: ${zonedTime(atMs, timeZone)}`],
  link: { label: 'Open the page', path },
});
