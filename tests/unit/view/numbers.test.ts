import { describe, expect, it } from 'vitest';
import { valueAxis } from '@/lib/view/axis-ticks';
import { axisText, numberText, percentText } from '@/lib/view/numbers';

describe('numberText', () => {
  it("writes as the reader's language does", () => {
    expect(numberText(10_000_000_000, 'en')).toBe('10,000,000,000');
    expect(numberText(1_234.5, 'de')).toBe('1.234,5');
  });
});

describe('percentText', () => {
  it.each([
    [79.99, '79.9%'],
    [99.99, '99.9%'],
    [100, '100%'],
    [280.66, '280.6%'],
    [0.01, '0%'],
  ])('cuts %d to %s, so that no limit shows as reached before it is', (percent, text) => {
    expect(percentText(percent, 'en')).toBe(text);
  });
});

describe('axisText', () => {
  it.each([
    [0, 3],
    [1_180, 1_304],
    [12_340, 12_390],
    [271_000, 294_000],
    [9_999_000_000, 10_000_000_000],
    [9_999_999_000, 10_000_000_000],
  ])('tells the ticks between %d and %d apart', (min, max) => {
    const { ticks } = valueAxis(min, max, 4);
    const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
    const texts = ticks.map((tick) => axisText(tick, step, 'en'));
    expect(new Set(texts).size).toBe(ticks.length);
  });
});
