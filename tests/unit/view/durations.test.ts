import { describe, expect, it } from 'vitest';
import { agoText, countdownText, durationText } from '@/lib/view/durations';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('durationText', () => {
  it.each([
    [0, '0 s'],
    [999, '0 s'],
    [SECOND, '1 s'],
    [59_999, '59 s'],
    [MINUTE, '1 min'],
    [4 * MINUTE + 20 * SECOND, '4 min 20 s'],
    [HOUR - 1, '59 min 59 s'],
    [HOUR, '1 h'],
    [HOUR + 59 * SECOND, '1 h'],
    [DAY - 1, '23 h 59 min'],
    [12 * DAY + 3 * HOUR + MINUTE, '12 d 3 h'],
    [365 * DAY, '365 d'],
  ])('writes %d ms as %s', (ms, text) => {
    expect(plain(durationText(ms))).toBe(text);
  });
});

describe('countdownText', () => {
  it.each([
    [0, '00:00:00'],
    [-5, '00:00:00'],
    [1, '00:00:01'],
    [SECOND, '00:00:01'],
    [SECOND + 1, '00:00:02'],
    [DAY, '1 d 00:00:00'],
    [DAY - SECOND, '23:59:59'],
    [30 * DAY, '30 d 00:00:00'],
  ])('writes %d ms as %s: never the end before it has come', (ms, text) => {
    expect(plain(countdownText(ms))).toBe(text);
  });
});

describe('agoText', () => {
  it('does not count the first seconds, nor a time that lies ahead', () => {
    expect(agoText(9_999)).toBe('just now');
    expect(agoText(-HOUR)).toBe('just now');
    expect(plain(agoText(10_000))).toBe('10 s ago');
  });
});
