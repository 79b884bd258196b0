import { expect, it } from 'vitest';
import { valueAxis } from '@/lib/view/axis-ticks';
import { axisText, numberText, percentText, signedPercentText, signedText } from '@/lib/view/numbers';
import { timeText } from '@/lib/view/times';

it('numbers and times are English in every process', () => {
  expect(numberText(10_000_000_000)).toBe('10,000,000,000');
  expect(numberText(1_234.5)).toBe('1,234.5');
  expect(timeText(0, 'minute', { timeZone: 'UTC' })).toBe('Jan 1, 1970, 00:00');
  expect(timeText(0, 'minute', { timeZone: 'Asia/Tokyo' })).toBe('Jan 1, 1970, 09:00');
  expect(timeText(0, 'minute', { timeZone: 'UTC' })).toBe('Jan 1, 1970, 00:00');
});

it('a number below zero has a minus sign', () => {
  expect(signedText(-1_234)).toBe('−1,234');
  expect(signedPercentText(-1.25)).toBe('−1.3%');
  expect(axisText(-20_000, 1_000)).toBe('−20K');
});

it.each([
  [79.99, '79.9%'],
  [99.99, '99.9%'],
  [100, '100%'],
  [280.66, '280.6%'],
  [0.01, '0%'],
])('percentText truncates %d to %s, so that a limit is not shown as reached too early', (percent, text) => {
  expect(percentText(percent)).toBe(text);
});

it.each([
  [0, 3],
  [1_180, 1_304],
  [12_340, 12_390],
  [-20_000, 60_000],
  [271_000, 294_000],
  [9_999_000_000, 10_000_000_000],
  [9_999_999_000, 10_000_000_000],
])('axisText gives every tick between %d and %d its own text', (min, max) => {
  const { ticks } = valueAxis(min, max, 4);
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
  expect(new Set(ticks.map((tick) => axisText(tick, step))).size).toBe(ticks.length);
});
