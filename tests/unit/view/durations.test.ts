import { expect, it } from 'vitest';
import { durationText } from '@/lib/domain/text/duration';
import { agoText, agoWords, countdownText, waitText } from '@/lib/view/durations';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

it.each([
  [durationText, 0, '0 s'],
  [durationText, SECOND, '1 s'],
  [durationText, 4 * MINUTE + 20 * SECOND, '4 min 20 s'],
  [durationText, HOUR - 1, '59 min 59 s'],
  [durationText, HOUR + 59 * SECOND, '1 h'],
  [durationText, DAY - 1, '23 h 59 min'],
  [durationText, 12 * DAY + 3 * HOUR + MINUTE, '12 d 3 h'],
  // A countdown rounds up: it never shows the end too early.
  [countdownText, 0, '00:00:00'],
  [countdownText, 1, '00:00:01'],
  [countdownText, SECOND + 1, '00:00:02'],
  [countdownText, DAY, '1 d 00:00:00'],
  [countdownText, DAY - SECOND, '23:59:59'],
  // A wait rounds up too.
  [waitText, 59_001, '1 min'],
  [waitText, 28 * MINUTE + 1, '29 min'],
  [agoWords, MINUTE - 1, 'just now'],
  [agoWords, 2 * MINUTE, '2 minutes ago'],
  [agoWords, 3 * DAY - 1, '2 days ago'],
  [agoText, 9_999, 'just now'],
  [agoText, -HOUR, 'just now'],
  [agoText, 10_000, '10 s ago'],
  [agoText, 14 * MINUTE + 18 * SECOND, '14 min ago'],
])('%o formats %d ms as %s', (format, ms, text) => {
  expect(format(ms).replaceAll('\u00a0', ' ')).toBe(text);
});
