import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventText } from '@/lib/contract/event-text';
import { zonedTime } from '@/lib/contract/zoned-time';
import { type BotEvent, EVENT_TYPES } from '@/lib/domain/alerts/event';

const T = '2026-11-22T14:30:00.000Z';
const MOMENTS = ['resetAt', 'runsOutAt', 'lastSignAt', 'expiresAt'];
const DATA = {
  ...{ botId: '1234567890123456789', botName: 'Tidekeeper', plan: 'free', from: 'free', to: 'premium' },
  ...{ used: 1_200, limit: 1_500, percentage: 80, silentSeconds: 60, before: 1_000, after: 700, per: 'day' },
  ...{ keyId: 'k', name: 'main', last4: 'abcd', webhookId: 'w', host: 'hooks.example.org' },
  ...{ reason: 'It responded 500.', title: 'Your week: Tidekeeper', lines: ['It has 40 servers.'] },
  ...Object.fromEntries(MOMENTS.map((name) => [name, T])),
};

describe('the text of an event', () => {
  it.each(EVENT_TYPES)(
    '%s names the bot, is three plain sentences, and leads to one of its pages',
    (type) => {
      const event = { id: 'evt_1', type, period: '', atMs: 0, dueAtMs: 0, data: DATA } as BotEvent;
      const { title, meaning, advice, path } = eventText(event, { timeZone: 'Europe/Berlin' });
      expect(title).toContain('Tidekeeper');
      for (const sentence of [meaning, advice]) expect(sentence).toMatch(/^[A-Z][^\n]*[^.]\.$/);
      expect(path).toMatch(/^\/bots\/1234567890123456789/);
      expect(title + meaning + advice).not.toMatch(/undefined|NaN|null|invalid|UTC/);
    },
  );
});

it('a time for a message is in the given zone; an unknown zone is read as UTC, and no value fails', () => {
  const atMs = Date.parse(T);
  expect(zonedTime(atMs, 'Europe/Berlin')).toBe('Sun, Nov 22, 2026, 15:30 GMT+1');
  expect(zonedTime(atMs, 'Atlantis/City')).toBe('Sun, Nov 22, 2026, 14:30 UTC');
  fc.assert(fc.property(fc.double(), fc.string(), (ms, zone) => void zonedTime(ms, zone)));
});
