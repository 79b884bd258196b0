import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ALERT_TYPES,
  type AlertSettings,
  DEFAULT_ALERTS,
  decodeAlertSettings,
  encodeAlertSettings,
} from '@/lib/domain/alerts/alert-settings';
import { EVENT_TYPES, type EventType } from '@/lib/domain/alerts/event';

const choiceOf = (type: EventType) =>
  fc.record({
    isMailed: fc.boolean(),
    isInApp: fc.boolean(),
    isRepeated: type === 'bot.silent' ? fc.boolean() : fc.constant(false),
  });
const chosen = fc.tuple(...ALERT_TYPES.map(choiceOf));

it('settings are stored as what differs from the defaults, and read back as they were', () => {
  expect(encodeAlertSettings(DEFAULT_ALERTS)).toBe('{}');
  fc.assert(
    fc.property(chosen, (choices) => {
      const own = Object.fromEntries(ALERT_TYPES.map((type, i) => [type, choices[i]]));
      const settings = { ...DEFAULT_ALERTS, ...own } as AlertSettings;
      expect(decodeAlertSettings(encodeAlertSettings(settings))).toEqual(settings);
    }),
  );
});

it('any other stored text is read as the defaults where it says nothing valid', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(Object.keys(decodeAlertSettings(text))).toEqual([...EVENT_TYPES]);
    }),
  );
  const odd =
    '{"bot.silent":{"isMailed":"no","isMuted":1},"webhook.test":{"isMuted":true},"x":1,"key.created":null}';
  expect(decodeAlertSettings(odd)).toEqual(DEFAULT_ALERTS);
});

it('what an earlier version stored as muted is neither mailed nor counted at the bell', () => {
  const former = decodeAlertSettings(
    '{"bot.silent":{"isMuted":true},"key.created":{"isMailed":true,"isMuted":true}}',
  );
  for (const type of ['bot.silent', 'key.created'] as const)
    expect(former[type]).toEqual({ isMailed: false, isInApp: false, isRepeated: false });
});
