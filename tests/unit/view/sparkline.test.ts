import { expect, it } from 'vitest';
import { sparkline } from '@/lib/view/sparkline';

const HOUR = 3_600_000;
it.each([
  ['one point is a dot in the middle', '50:7', '', 'M50 12h0'],
  ['equal values are a line in the middle', '0:7 9:7', 'M0 12L9 12', ''],
  ['the highest value is on top', '0:10 4:30 8:20', 'M0 22L4 2L8 12', ''],
  ['more than 9 hours without a point are a gap', '0:10 9.01:20', '', 'M0 22h0M9.01 2h0'],
  ['points that are alone are dots', '0:10 9:10 20:20 30:15', 'M0 22L9 22', 'M20 2h0M30 12h0'],
])('%s: of hour:servers %s, over 100 hours', (_, text, lines, dots) => {
  const points = text.split(' ').map((point) => {
    const [at = 0, servers = 0] = point.split(':').map(Number);
    return { atMs: at * HOUR, servers };
  });
  expect(sparkline({ fromMs: 0, untilMs: 100 * HOUR, points })).toMatchObject({ lines, dots });
});

it('has each piece of line down to the base as its area', () => {
  const points = [0, 4, 30, 38].map((hours, at) => ({ atMs: hours * HOUR, servers: at }));
  const { area } = sparkline({ fromMs: 0, untilMs: 100 * HOUR, points });
  expect(area.match(/[^z]+z/g)).toEqual([
    expect.stringMatching(/^M0 .*V24H0z$/),
    expect.stringMatching(/^M30 .*V24H30z$/),
  ]);
});
