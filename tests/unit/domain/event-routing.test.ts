import { expect, it } from 'vitest';
import { isStillTrue } from '@/lib/domain/alerts/alert-settings';
import { type Account, NO_ALERTS } from '@/lib/domain/bots/account';
import { accountWith, T0 } from '@/tests/support/data/accounts';

const notified = { alerts: { ...NO_ALERTS, silentSinceMs: T0 } };
const silent = { type: 'bot.silent', period: String(T0) } as const;

it.each<[string, Partial<Account>, boolean]>([
  ['while it lasts', notified, true],
  ['after a heartbeat before it', { ...notified, lastHeartbeatAtMs: T0 }, true],
  ['no longer after a heartbeat', { ...notified, lastHeartbeatAtMs: T0 + 1 }, false],
  ['no longer after its end', {}, false],
  ['no longer in the next one', { alerts: { ...NO_ALERTS, silentSinceMs: T0 + 1 } }, false],
  ['no longer of a disabled bot', { ...notified, isDisabled: true }, false],
])('a silence is notified %s', (_, over, isNotified) => {
  expect(isStillTrue(silent, accountWith(over), false)).toBe(isNotified);
});

it('the end of a silence is notified if the silence was; other events always', () => {
  const isTrue = (type: 'bot.recovered' | 'bot.enabled', isNotified: boolean) =>
    isStillTrue({ type, period: String(T0) }, accountWith(), isNotified);
  expect([isTrue('bot.recovered', false), isTrue('bot.recovered', true)]).toEqual([false, true]);
  expect(isTrue('bot.enabled', false)).toBe(true);
});
