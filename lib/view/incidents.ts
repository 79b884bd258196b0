import { type EventText, eventText } from '@/lib/contract/event-text';
import type { BotEvent, EventType } from '@/lib/domain/alerts/event';
import { minutesText } from '@/lib/domain/text/duration';
import { EVENT_WORDS } from './event-words';

/** Types that continue one another: the events of one bot and period among them are one incident. */
const COURSES: readonly (readonly EventType[])[] = [
  ['bot.silent', 'bot.recovered'],
  ['quota.warning', 'quota.critical', 'quota.exhausted', 'quota.restored', 'quota.forecast'],
];

function keyOf({ id, type, period, data }: BotEvent): string {
  const course = COURSES.findIndex((types) => types.includes(type));
  return course < 0 ? id : `${data.botId} ${course} ${period}`;
}

/** What belongs together, in the order of `items`: of each incident the first item is the latest. */
export function incidentsOf<Item extends { readonly event: BotEvent }>(items: readonly Item[]): Item[][] {
  const incidents = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item.event);
    const incident = incidents.get(key);
    if (incident === undefined) incidents.set(key, [item]);
    else incident.push(item);
  }
  return [...incidents.values()];
}

type Step = { readonly atMs: number; readonly text: string };

/** The course of an incident, the oldest step first; empty if it has one step. `events`: the latest first. */
export function courseOf(events: readonly BotEvent[]): Step[] {
  const steps = events.toReversed().map(({ atMs, type }) => ({ atMs, text: EVENT_WORDS[type] }));
  const [first] = events;
  if (first?.type === 'bot.silent' || first?.type === 'bot.recovered')
    return [{ atMs: Date.parse(first.data.lastSignAt), text: 'Last report or heartbeat' }, ...steps];
  return steps.length > 1 ? steps : [];
}

/** What an incident says after its latest event: in the past tense, since the page on which it goes on may be another one. */
export function incidentText(latest: BotEvent, reader: { readonly timeZone: string }): EventText {
  const text = eventText(latest, reader);
  const { botName } = latest.data;
  if (latest.type === 'bot.silent') return { ...text, title: `${botName} fell silent` };
  if (latest.type !== 'bot.recovered') return text;
  const length = minutesText(latest.data.silentSeconds * 1_000);
  return { ...text, title: `${botName} was silent for ${length}`, meaning: 'It reports again.', advice: '' };
}
