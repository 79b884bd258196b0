import { expect, it } from 'vitest';
import type { BotEvent, EventType } from '@/lib/domain/alerts/event';
import { courseOf, incidentsOf, incidentText } from '@/lib/view/incidents';

const AT = Date.UTC(2026, 10, 25, 1, 57);
const HOUR = 3_600_000;

const event = (type: EventType, period: string, hours: number, botId = '1', data: object = {}) =>
  ({
    id: `${type} ${period} ${botId}`,
    type,
    period,
    atMs: AT + hours * HOUR,
    dueAtMs: AT + hours * HOUR,
    data: { botId, botName: 'Tide', lastSignAt: '2026-11-25T01:57:00.000Z', silentSeconds: 18_000, ...data },
  }) as BotEvent;

/** The latest first, as lists have them. */
const EVENTS = [
  event('quota.critical', '4:free', 9),
  event('key.created', 'b', 8),
  event('bot.recovered', '1', 5),
  event('bot.silent', '2', 4, '2'),
  event('quota.warning', '4:free', 3),
  event('key.created', 'a', 3),
  event('bot.silent', '1', 2),
  event('quota.warning', '3:free', -700),
];

it('a silence and its end, and the thresholds of one cycle, are one incident; all else is one by itself', () => {
  const incidents = incidentsOf(EVENTS.map((each) => ({ event: each })));
  expect(incidents.map((items) => items.map((item) => item.event.id))).toEqual([
    ['quota.critical 4:free 1', 'quota.warning 4:free 1'],
    ['key.created b 1'],
    ['bot.recovered 1 1', 'bot.silent 1 1'],
    ['bot.silent 2 2'],
    ['key.created a 1'],
    ['quota.warning 3:free 1'],
  ]);
  const [quota, key, silence, silent] = incidents.map((items) => items.map((item) => item.event));
  const steps = (events: readonly BotEvent[] = []) =>
    courseOf(events).map(({ atMs, text }) => `${(atMs - AT) / HOUR} h ${text}`);
  expect(steps(quota)).toEqual(['3 h Quota at 80%', '9 h Quota at 95%']);
  expect(steps(key)).toEqual([]);
  expect(steps(silence)).toEqual([
    '0 h Last report or heartbeat',
    '2 h Bot is silent',
    '5 h Bot reports again',
  ]);
  expect(steps(silent)).toEqual(['0 h Last report or heartbeat', '4 h Bot is silent']);
  const titles = [silence, silent].map(
    (events) => events?.[0] && incidentText(events[0], { timeZone: 'UTC' }).title,
  );
  expect(titles).toEqual(['Tide was silent for 5\u00a0h', 'Tide fell silent']);
});
