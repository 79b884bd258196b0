import { expect, it } from 'vitest';
import { nextTryText } from '@/lib/view/webhook-state';

it.each([
  [0, 90_000, null],
  [0, 0, 'due now'],
  [1, 4_001, 'next try in 5\u00a0s'],
  [1, 1, 'next try in 1\u00a0s'],
  [1, 0, 'next try now'],
  [3, -9_000, 'next try now'],
  [2, 29 * 60_000 + 1, 'next try in 30\u00a0min'],
  [2, null, 'until the webhook is on'],
  [0, null, 'until the webhook is on'],
])('after %i tries, %s ms before the next: %s', (tries, leftMs, text) => {
  const nowMs = 1_770_000_000_000;
  expect(nextTryText({ tries, nextAtMs: leftMs === null ? null : nowMs + leftMs }, nowMs)).toBe(text);
});
