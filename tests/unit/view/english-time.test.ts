import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timeText } from '@/lib/view/times';

const STYLES = ['date', 'minute', 'second', 'clock', 'day', 'weekday'] as const;
const SERVERS = { locale: 'en', timeZone: 'UTC' };
/** The same language and zone by other names, with which Intl writes. */
const BY_INTL = { locale: 'en-US', timeZone: 'Etc/UTC' };

it.each(STYLES)('what the server writes for an unknown reader is what Intl writes: %s', (style) => {
  const times = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(times, (time) => {
      expect(timeText(time.getTime(), style, SERVERS)).toBe(timeText(time.getTime(), style, BY_INTL));
    }),
    { numRuns: 500 },
  );
});
