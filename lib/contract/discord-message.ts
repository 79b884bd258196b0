import type { BotEvent, EventType } from '@/lib/domain/alerts/event';
import { HOUR_MS } from '@/lib/domain/quota/plan';
import { isoTime } from '@/lib/domain/text/time';
import { eventText, voteText } from './event-text';

/** Discord's limits of a message, in UTF-16 units, which are never fewer than Discord counts. */
const EMBEDS_MAX = 10;
const TITLE_MAX = 256;
const DESCRIPTION_MAX = 4_096;
/** For the text of all embeds together. */
const TEXT_MAX = 6_000;

const RED = 0xdc2626;
const AMBER = 0xd97706;
const GREEN = 0x16a34a;
const BLUE = 0x2563eb;

const COLOURS: Readonly<Record<EventType, number>> = {
  'quota.warning': AMBER,
  'quota.critical': RED,
  'quota.exhausted': RED,
  'quota.restored': GREEN,
  'quota.forecast': AMBER,
  'bot.silent': RED,
  'bot.recovered': GREEN,
  'stats.dropped': AMBER,
  'key.created': BLUE,
  'key.rotated': BLUE,
  'key.revoked': BLUE,
  'key.expiring': AMBER,
  'bot.disabled': RED,
  'bot.enabled': GREEN,
  'bot.plan_changed': BLUE,
  'bot.owner_changed': BLUE,
  'webhook.disabled': RED,
  'webhook.test': BLUE,
  'vote.created': GREEN,
  'votes.limited': AMBER,
  'bot.digest': BLUE,
};

/**
 * The body of a message for a Discord webhook, as JSON: up to 10 events are shown, further ones counted (contract
 * section 9). `origin` makes links of paths; without it (no APP_URL) there are none. `timeZone` is an IANA name.
 */
export function discordMessage(
  events: readonly BotEvent[],
  { origin, timeZone }: { readonly origin: string | null; readonly timeZone: string },
): string {
  const shown = summarized(events);
  const embedded = shown.slice(0, EMBEDS_MAX);
  const descriptionMax = Math.min(DESCRIPTION_MAX, Math.floor(TEXT_MAX / embedded.length) - TITLE_MAX);
  const embeds = embedded.map((event) => {
    const { title, text, path } = event.text ?? textOf(event, timeZone);
    return {
      title: escaped(title, TITLE_MAX),
      description: escaped(text, descriptionMax),
      ...(origin !== null && { url: origin + path }),
      color: COLOURS[event.type],
      timestamp: isoTime(event.atMs),
    };
  });
  const more = shown.length - embedded.length;
  return JSON.stringify({
    ...(more > 0 && { content: `and ${more} more` }),
    embeds,
    allowed_mentions: { parse: [] },
  });
}

type Shown = { readonly title: string; readonly text: string; readonly path: string };

function textOf(event: BotEvent, timeZone: string): Shown {
  const { title, meaning, advice, path } = eventText(event, { timeZone });
  return { title, text: `${meaning}\n\n${advice}`, path };
}

/** Votes that are named in a summary. */
const VOTES_NAMED = 20;

/** Events with those of several votes as one, in place of the last of them. */
function summarized(events: readonly BotEvent[]): readonly (BotEvent & { readonly text?: Shown })[] {
  const votes = events.filter((event) => event.type === 'vote.created');
  const last = votes.at(-1);
  if (last === undefined || votes.length === 1) return events;
  const lines = votes.slice(0, VOTES_NAMED).map(({ data }) => voteText(data));
  const more = votes.length - lines.length;
  const text = {
    title: `${votes.length} new votes for ${last.data.botName}`,
    text: [...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n'),
    path: eventText(last, { timeZone: 'UTC' }).path,
  };
  return [...events.filter(({ type }) => type !== 'vote.created'), { ...last, text }];
}

/** How Discord shows a message: that of a silence of `bot`, which has not happened. `colour` is `#rrggbb`. */
export function discordExample(bot: { id: string; name: string }, atMs: number, timeZone: string) {
  const silence = { lastSignAt: isoTime(atMs - HOUR_MS), silentSeconds: HOUR_MS / 1_000 };
  const event = { type: 'bot.silent', id: '', period: '', atMs, dueAtMs: atMs } as const;
  const data = { botId: bot.id, botName: bot.name, ...silence };
  const { title, meaning, advice } = eventText({ ...event, data }, { timeZone });
  const colour = `#${COLOURS[event.type].toString(16).padStart(6, '0')}`;
  return { title, description: `${meaning}\n\n${advice}`, colour, atMs };
}

/** Emphasis, code, links, spoilers, mentions; emoji and addresses by their colon; headings and lists at the start of a line. */
const MARKDOWN = /[\\*_~`|<>[\]()@]|:(?=\w+:|\/\/)|^\s*(?:[-+#]|\d+\.)/gm;

/**
 * A text that Discord shows as it is, in at most `max` units: a longer one is cut before it is escaped, so that no escape
 * is cut in two.
 */
function escaped(text: string, max: number): string {
  const escapeAll = (part: string) => part.replace(MARKDOWN, (found) => found.replace(/(?=\S$)/, '\\'));
  const whole = escapeAll(text);
  if (whole.length <= max) return whole;
  const characters = Array.from(text);
  let end = characters.length;
  let cut = whole;
  while (cut.length > max) {
    end -= Math.max(1, Math.ceil((cut.length - max) / 4));
    cut = `${escapeAll(characters.slice(0, end).join(''))}…`;
  }
  return cut;
}
