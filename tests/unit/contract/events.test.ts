import { expect, it } from 'vitest';
import { EVENT_BODIES, eventBody } from '@/lib/contract/events';
import { EVENT_TYPES, type NewEvent } from '@/lib/domain/alerts/event';
import { botEvents, keyEvent } from '@/lib/domain/alerts/service-events';
import { dayOf } from '@/lib/domain/quota/days';
import { DAY_MS } from '@/lib/domain/quota/plan';
import { eventsOfCall } from '@/lib/domain/reports/call-events';
import { isoTime } from '@/lib/domain/text/time';
import { accountWith, REPORT, T0 } from '@/tests/support/data/accounts';

/** The longest name: each character takes 6 bytes in JSON if it is escaped, and 4 in UTF-8. */
const NAME = '\u{10ffff}'.repeat(80);
const BOT = { id: '18446744073709551615', name: NAME, ownerId: 'a', plan: 'free', isDisabled: true } as const;
const BOT_DATA = { botId: BOT.id, botName: NAME };

/** Calls that together cause every event of calls. */
function ofCalls(): NewEvent[] {
  const nowMs = T0 + 10 * DAY_MS;
  const days = [3, 2, 1, 0].map((ago) => ({ day: dayOf(nowMs) - ago, calls: ago ? 400 : 1, rejected: 0 }));
  const at = (used: number, servers: number, exhaustedPeriod: string | null = null) => {
    const account = accountWith({ botId: BOT.id, name: NAME, days });
    const lastReport = { ...REPORT, serverCount: servers, atMs: nowMs - servers };
    return {
      ...account,
      cycle: { index: 0, used },
      lastReport,
      alerts: { ...account.alerts, exhaustedPeriod },
    };
  };
  const pairs = [
    [at(1_199, 20, '0:free'), at(1_200, 9)],
    [at(1_424, 9), at(1_425, 9)],
    [at(1_499, 9), at(1_500, 9)],
  ] as const;
  return pairs.flatMap(([before, after]) => eventsOfCall(before, after, nowMs)?.events ?? []);
}

function ofChanges(): NewEvent[] {
  const enabled = { ...BOT, ownerId: 'b', plan: 'business', isDisabled: false } as const;
  const key = { id: 'k', name: NAME, last4: 'abcd', expiresAtMs: T0 };
  return [
    ...botEvents(BOT, enabled, T0, '1'),
    ...botEvents(enabled, { ...enabled, isDisabled: true }, T0, '2'),
    ...(['key.created', 'key.rotated', 'key.revoked', 'key.expiring'] as const).flatMap((type) => [
      keyEvent(type, BOT, key, T0),
      keyEvent(type, BOT, { ...key, expiresAtMs: null }, T0),
    ]),
  ];
}

const moment = { period: '', atMs: T0, dueAtMs: T0 };
const silence = { ...BOT_DATA, lastSignAt: isoTime(T0), silentSeconds: 5_400 };
const webhook = { ...BOT_DATA, webhookId: 'w', host: `${'a.'.repeat(126)}b`, reason: 'x'.repeat(1_000) };
const vote = {
  ...BOT_DATA,
  voteId: '0b0f3c0e-6f0c-4f0a-9a3e-0f2c6b1d7e55',
  userId: '9'.repeat(64),
  username: 'ü'.repeat(80),
  source: 'ü'.repeat(80),
  kind: 'topgg' as const,
  weight: 100,
  votedAt: isoTime(T0),
  expiresAt: isoTime(T0 + 1),
} as const;

const OTHERS: readonly NewEvent[] = [
  { type: 'bot.silent', ...moment, data: silence },
  { type: 'bot.recovered', ...moment, data: silence },
  { type: 'webhook.disabled', ...moment, data: webhook },
  { type: 'webhook.test', ...moment, data: BOT_DATA },
  { type: 'vote.created', ...moment, data: vote },
  { type: 'votes.limited', ...moment, data: { ...BOT_DATA, limit: 250_000, per: 'day' } },
  { type: 'bot.digest', ...moment, data: { ...BOT_DATA, title: NAME, lines: [NAME] } },
];

it('every event has a body of its schema, of at most 20 kB, with the longest names', () => {
  const all = [...ofCalls(), ...ofChanges(), ...OTHERS];
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(EVENT_TYPES));
  for (const event of all) {
    const text = JSON.stringify(eventBody(event));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_000);
    EVENT_BODIES.get(event.type)?.parse(JSON.parse(text));
  }
});

it('a body with anything else fails its schema', () => {
  for (const [type, schema] of EVENT_BODIES) {
    const event = [...ofCalls(), ...ofChanges(), ...OTHERS].find((one) => one.type === type);
    const body = { type, timestamp: isoTime(T0), data: { ...event?.data, more: 1 } };
    expect([type, schema.safeParse(body).success]).toEqual([type, false]);
  }
});
