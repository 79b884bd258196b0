import { expect, it } from 'vitest';
import { botPageTitle } from '@/lib/view/state-words';

it.each([
  ['disabled', 10, 'Disabled'],
  ['stopped', 100, 'Stopped'],
  ['new', 0, 'New'],
  ['silent', 96, 'Silent'],
  ['critical', 96.99, 'Critical 96.9%'],
  ['warning', 80, 'Warning 80%'],
  ['healthy', 0.07, 'Healthy'],
] as const)('the tab of a bot that is %s, with %d %% used, is titled %s', (name, percentage, title) => {
  const state = { name, untilMs: 0, sinceMs: 0, limitMs: 1, atMs: 0, reason: null };
  const apiCalls = { used: 0, limit: 1, percentage };
  expect(botPageTitle({ state, apiCalls, name: 'Tidekeeper' }, 'Keys')).toBe(`Tidekeeper · ${title} · Keys`);
});
